import { MESSAGES } from '#domain/messages.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import type { UserDevice } from '#src/device/session/user-device.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import { chooseDay } from './choose-day.ts'
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
        onChoose={(day) => {
          onClose()
          void orderForDay(device, day)
        }}
      />
    </Sheet>
  )
}

export const orderForDay = async (device: UserDevice, day: string): Promise<void> => {
  try {
    if ((await chooseDay(device, day)) === 'chosen') return
    notifications.show({ message: MESSAGES.trollyUpdated, statusColor: 'success', showInProduction: true })
  } catch (error) {
    showFailure(error)
  }
}
