import { useDevice } from '#src/device/device-context.tsx'
import { useSettings } from '#src/device/use-settings.ts'
import type { BrowserSettings } from '#src/store/device/browser-settings.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Applied at once; a failed save shows a message. */
export const useChangeableSettings = (): [
  BrowserSettings,
  change: (settings: Partial<BrowserSettings>) => void,
] => {
  const { settings } = useDevice()
  const change = (part: Partial<BrowserSettings>): void => {
    settings.change(part).catch(() => {
      notifications.show({
        message: 'We couldn’t save this setting. It lasts until you close this page.',
        statusColor: 'warning',
        showInProduction: true,
      })
    })
  }
  return [useSettings(), change]
}
