import { countText } from '#domain/operations/words.ts'
import { changeQuantity, type QuantityAsked } from '#src/device/change-quantity.ts'
import { showFailure } from '#src/device/show-failure.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findTrollyRow, type TrollyRow } from '#src/store/open-trolly.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** What a person does to the lines of a trolly. Each is on this device when it resolves, and offers a way back. */

type LineEdit = { product_no: string; asked: QuantityAsked; shown?: TrollyRow }

/** A line that was taken out, and how it comes back. */
export type Removal = { product_no: string; name: string; undo: () => Promise<void> }

/**
 * @param shown the line as it is on screen, if it is
 * @returns what was removed, where anything was: its undo is to be offered
 * @throws the refusal, once it has been shown: the quantity box then returns to its value
 */
export const editLine = async (
  device: UserDevice,
  trollyId: string,
  { product_no, asked, shown }: LineEdit,
): Promise<Removal | undefined> => {
  // A removal offers back the stored quantity: the screen may be a tap behind.
  const row = shown && asked.quantity > 0 ? shown : await findTrollyRow(device.database, trollyId, product_no)
  const before = row && !row.line.removed ? row.line.quantity : 0
  const pricePence = row?.product?.pricePence ?? row?.line.seenPricePence ?? null
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
    undo: () =>
      changeQuantity(device, trollyId, {
        ...change,
        asked: { quantity: before, by: before, entry: 'typed' },
        present: false,
      }).catch(showFailure),
  }
}

/** The same where the line has no place on the page that could offer its undo: a message does. */
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
