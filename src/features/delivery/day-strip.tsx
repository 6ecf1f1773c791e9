import { Skeleton } from '@mantine/core'
import { type KeyboardEvent, startTransition, useMemo, useOptimistic } from 'react'
import type { DeliveryDay } from '#domain/customer.ts'
import { deliveryDayText, openDeliveryDays } from '#domain/delivery-days.ts'
import { dayText } from '#domain/london-time.ts'
import { useDeliveryDays } from '#src/device/delivery/use-delivery-days.ts'
import styles from './day-strip.module.css'

export type DayStripProps = {
  label: string
  customerId: string
  /** The address of the delivery; the account's if undefined. */
  addressId?: string | null | undefined
  /** YYYY-MM-DD; null: none is chosen. */
  value: string | null
  most?: number | undefined
  /** A promise settles once the day is stored, or was refused. */
  onChoose: (day: string) => unknown
}

/** A phone scrolls them sideways. The rest is in the sheet of all days. */
const MOST = 6

export function DayStrip({ label, customerId, addressId, value, most = MOST, onChoose }: DayStripProps) {
  const { days, now, isPending } = useDeliveryDays(customerId, addressId)
  const at = now.getTime()
  // Time zones are slow, and a tap on a day draws them all.
  const shown = useMemo(() => daysShown(days, new Date(at)).slice(0, most), [days, at, most])
  const [chosen, mark] = useOptimistic(value)
  const choose = (day: string) =>
    startTransition(async () => {
      mark(day)
      await onChoose(day)
    })
  if (shown.length === 0) return isPending ? <Skeleton className={styles.waiting} /> : null
  const reached = (shown.find(({ day }) => day === chosen) ?? shown[0])?.day
  return (
    <fieldset className={styles.strip} data-screen-only aria-label={label} onKeyDown={moveByArrows}>
      {shown.map(({ day, weekday, date, words }) => (
        <button
          key={day}
          type="button"
          className={styles.day}
          // One Tab stop; arrows move between the days.
          tabIndex={day === reached ? 0 : -1}
          aria-pressed={day === chosen}
          aria-label={words}
          onClick={() => day !== chosen && choose(day)}
        >
          <span className={styles.weekday}>{weekday}</span>
          <span>{date}</span>
        </button>
      ))}
    </fieldset>
  )
}

const daysShown = (days: readonly DeliveryDay[], now: Date) =>
  openDeliveryDays(days, now)
    .slice(0, MOST)
    .map((day) => {
      const [weekday, ...date] = dayText(day.day, now).split(' ')
      return { day: day.day, weekday, date: date.join(' '), words: deliveryDayText(day, now) }
    })

function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const days = [...event.currentTarget.querySelectorAll('button')]
  days[days.indexOf(document.activeElement as HTMLButtonElement) + step]?.focus()
  event.preventDefault()
}
