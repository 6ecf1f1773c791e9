import type { KeyboardEvent } from 'react'
import { deliveryDayText, openDeliveryDays } from '#domain/delivery-days.ts'
import { dayText } from '#domain/london-time.ts'
import styles from './day-strip.module.css'
import { useDeliveryDays } from './use-delivery-days.ts'

export type DayStripProps = {
  customerId: string
  /** Of the delivery; none: the account's. */
  addressId?: string | null | undefined
  /** YYYY-MM-DD */
  value: string
  onChoose: (day: string) => void
}

/** A phone scrolls them sideways. The rest is behind "Change day". */
const DAYS_SHOWN = 6

export function DayStrip({ customerId, addressId, value, onChoose }: DayStripProps) {
  const { days, now } = useDeliveryDays(customerId, addressId)
  const shown = openDeliveryDays(days, now).slice(0, DAYS_SHOWN)
  if (shown.length === 0) return null
  const reached = (shown.find(({ day }) => day === value) ?? shown[0])?.day
  return (
    <fieldset className={styles.strip} aria-label="Available days" onKeyDown={moveByArrows}>
      {shown.map((day) => {
        const [weekday, ...date] = dayText(day.day, now).split(' ')
        return (
          <button
            key={day.day}
            type="button"
            className={styles.day}
            // One Tab stop; arrows move between the days.
            tabIndex={day.day === reached ? 0 : -1}
            aria-pressed={day.day === value}
            aria-label={deliveryDayText(day, now)}
            onClick={() => day.day !== value && onChoose(day.day)}
          >
            <span className={styles.weekday}>{weekday}</span>
            <span>{date.join(' ')}</span>
          </button>
        )
      })}
    </fieldset>
  )
}

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const days = [...event.currentTarget.querySelectorAll('button')]
  days[days.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  event.preventDefault()
}
