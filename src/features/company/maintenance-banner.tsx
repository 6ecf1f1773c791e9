import { dayText, londonDayOf, londonTimeOf } from '#domain/london-time.ts'
import { isAnnounced, isUnderWay, type MaintenanceWindow } from '#domain/maintenance-window.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { useMaintenance } from './company-context.tsx'

/** From a day before the server closes, or takes no changes, until that is over. What is drafted meanwhile is sent afterwards. */
export function MaintenanceBanner() {
  const window = useMaintenance()
  const now = new Date(useMinute())
  if (window === undefined || !isAnnounced(window, now)) return null
  return (
    <Banner tone="amber">
      {maintenanceWords(window, now)}
      {window.message === '' ? null : ` ${window.message}`}
    </Banner>
  )
}

const maintenanceWords = (window: MaintenanceWindow, now: Date): string => {
  const { mode, from, until } = window
  const end = until === null ? undefined : momentText(until, now)
  if (isUnderWay(window, now)) {
    const state = mode === 'closed' ? 'Closed for maintenance' : 'Nothing can be changed now'
    return `${state}${end ? ` until ${end}` : ''}. What you do is kept on this device and sent afterwards.`
  }
  const begin = `${momentText(from, now)}${end ? ` to ${end}` : ''}`
  return mode === 'closed'
    ? `Trolly is closed for maintenance from ${begin}. Send your order before, or build it meanwhile: it is sent afterwards.`
    : `Nothing can be changed from ${begin}. Send your order before, or build it meanwhile: it is sent afterwards.`
}

/** `14:00`, or `Tue 1 Dec 14:00` on another day. */
const momentText = (instant: string, now: Date): string => {
  const at = new Date(instant)
  const day = londonDayOf(at)
  return day === londonDayOf(now) ? londonTimeOf(at) : `${dayText(day)} ${londonTimeOf(at)}`
}
