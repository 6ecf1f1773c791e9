import { termsOf } from '#domain/line-terms.ts'
import { countText } from '#domain/plain-text.ts'
import { showFailure } from '#src/device/show-failure.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findTrollyRow, type TrollyRow } from '#src/store/trollies/open-trolly.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { changeQuantity, type QuantityAsked } from './change-quantity.ts'

/** Edits resolve once stored on this device and offer an undo. */

type LineEdit = { product_no: string; asked: QuantityAsked; shown?: TrollyRow }

export type Removal = { product_no: string; name: string; undo: () => Promise<void> }

/** @returns the removal, whose undo to offer @throws the refusal, once shown: the quantity box then resets */
export const editLine = async (
  device: UserDevice,
  trollyId: string,
  { product_no, asked, shown }: LineEdit,
): Promise<Removal | undefined> => {
  // Restore the stored quantity: the screen may be a tap behind.
  const row = shown && asked.quantity > 0 ? shown : await findTrollyRow(device.database, trollyId, product_no)
  const before = row && !row.line.removed ? row.line.quantity : 0
  const pricePence = row?.product?.pricePence ?? row?.line.seenPricePence ?? null
  // A removed line loses them.
  const terms = termsOf(row?.line ?? {})
  const change = { product_no, pricePence, now: new Date() }
  try {
    await changeQuantity(device, trollyId, { ...change, asked, present: before > 0 })
  } catch (error) {
    showFailure(error)
    throw error
  }
  if (asked.quantity > 0 || before === 0) return undefined
  return {
    product_no,
    name: row?.product?.name ?? row?.line.knownAs ?? product_no,
    undo: async () => {
      try {
        const asked = { quantity: before, by: before, entry: 'typed' as const }
        await changeQuantity(device, trollyId, { ...change, asked, present: false })
        if (terms.note ?? terms.substitution)
          await device.outbox.append(trollyId, { kind: 'terms', product_no, ...terms })
      } catch (error) {
        showFailure(error)
      }
    },
  }
}

/** A repair of the whole quantity: 0 removes the line. */
export const setQuantity = async (
  device: UserDevice,
  trollyId: string,
  { product_no, quantity }: { product_no: string; quantity: number },
): Promise<void> => {
  const asked = { quantity, by: 0, entry: 'typed' as const }
  // The error has been shown, and a button has nothing to reset.
  await changeLine(device, trollyId, { product_no, asked }).catch(() => {})
}

/** Offers the undo in a message, for lines without a place on the page. */
export const changeLine = async (device: UserDevice, trollyId: string, edit: LineEdit): Promise<void> => {
  const removal = await editLine(device, trollyId, edit)
  if (!removal) return
  notifications.show({
    message: `${removal.name} removed`,
    icon: 'trash',
    statusColor: 'info',
    showInProduction: true,
    restoreButton: {
      label: 'Undo',
      group: {
        key: `removed from ${trollyId}`,
        item: removal.product_no,
        words: (count) => `${countText(count, 'line')} removed`,
      },
      onRestore: removal.undo,
    },
  })
}
