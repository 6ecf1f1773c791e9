import { IconTruckDelivery } from '@tabler/icons-react'
import { nextArrival } from '#domain/arrivals.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/operations/words.ts'
import { totalText } from '#domain/totals.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Money } from '#src/ui/status/money.tsx'
import styles from './next-delivery.module.css'
import { useArrivingOrders } from './use-arriving-orders.ts'

/** What has been ordered and arrives next, whatever day the current trolly is for. Nothing where no order is known. */
export function NextDelivery({ customerId }: { customerId: string }) {
  const now = new Date(useMinute())
  const arrival = nextArrival(useArrivingOrders(customerId), now)
  if (!arrival) return null
  return (
    <Section title="Next delivery">
      <p className={styles.day}>
        <IconTruckDelivery size={28} stroke={1.5} aria-hidden="true" />
        {`Arriving ${dayText(arrival.deliveryDay, now)}`}
      </p>
      <ul aria-label="Orders in the next delivery">
        {arrival.orders.map(({ id, orderNo, lines, totals }) => (
          <li key={id} className={styles.order}>
            {`Order ${orderNo} · ${countText(lines.length, 'line')} · `}
            <Money>{totalText(totals)}</Money>
          </li>
        ))}
      </ul>
    </Section>
  )
}
