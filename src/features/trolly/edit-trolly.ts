import { countText } from '#domain/operations/words.ts'
import { changeQuantity, type QuantityAsked } from '#src/device/change-quantity.ts'
import { showFailure } from '#src/device/show-failure.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findTrollyRow, type TrollyRow } from '#src/store/open-trolly.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** What a person does to the lines of a trolly. Each is on this device when it resolves, and offers a way back. */

/**
 * @param shown the line as it is on the screen, where it is
 * @throws what refused it, after it was shown: the quantity box then goes back to what stands
 */
export const changeLine = async (
  device: UserDevice,
  trollyId: string,
  { product_no, asked, shown }: { product_no: string; asked: QuantityAsked; shown?: TrollyRow },
): Promise<void> => {
  // What a removal takes away, and offers back, is what stands by now: the screen may be a tap behind.
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
  if (asked.quantity > 0 || before === 0) return
  notifications.show({
    message: `${row?.product?.name ?? row?.line.knownAs ?? product_no} removed`,
    icon: 'trash',
    statusColor: 'info',
    showInProduction: true,
    restoreButton: {
      label: 'Undo',
      together: {
        key: `removed from ${trollyId}`,
        item: product_no,
        words: (count) => `${countText(count, 'line')} removed`,
      },
      onRestore: () =>
        changeQuantity(device, trollyId, {
          ...change,
          asked: { quantity: before, by: before, entry: 'typed' },
          present: false,
        }).catch(showFailure),
    },
  })
}
