import type { TrollyView } from '#domain/operations/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { DayPicker } from '#src/features/delivery/day-picker.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'

export type ChangeDaySheetProps = {
  trolly: TrollyView
  open: boolean
  onClose: () => void
  title?: string
}

/** Changes the day of this trolly only. */
export function ChangeDaySheet({ trolly, open, onClose, title = 'Delivery day' }: ChangeDaySheetProps) {
  const { outbox } = useUserDevice()
  const choose = async (deliveryDay: string) => {
    if (deliveryDay === trolly.deliveryDay) return
    await outbox.append(trolly.id, { kind: 'details', changes: { deliveryDay } }).catch(showFailure)
  }
  return (
    <Sheet open={open} onClose={onClose} title={title} flush>
      <DayPicker
        customerId={trolly.customerId}
        addressId={trolly.deliveryAddressId}
        value={trolly.deliveryDay ?? undefined}
        onChoose={choose}
        onChosen={onClose}
      />
    </Sheet>
  )
}
