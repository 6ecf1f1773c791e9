import { useUserDevice } from '#src/device/device-context.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { orderForDay } from './choose-day.ts'
import { DayPicker } from './day-picker.tsx'

export type DaySheetProps = {
  open: boolean
  onClose: () => void
  customerId: string
  deliveryDay: string | null
}

/** Changes the day of the current trolly and of new ones. */
export function DaySheet({ open, onClose, customerId, deliveryDay }: DaySheetProps) {
  const device = useUserDevice()
  return (
    <Sheet open={open} onClose={onClose} title="Delivery day" flush>
      <DayPicker
        customerId={customerId}
        value={deliveryDay ?? undefined}
        onChoose={(day) => orderForDay(device, day)}
        onChosen={onClose}
      />
    </Sheet>
  )
}
