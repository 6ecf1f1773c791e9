import { ordersBesidesNext } from '#domain/arrivals.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import type { OrderOnDevice } from '#src/store/known-orders.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { Section } from '#src/ui/layout/section.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { ComingOrder } from './coming-order.tsx'
import styles from './next-delivery.module.css'

const MOST = 3

/** Those not in the next delivery: for a later day, or overdue. Absent without any. */
export function OtherActiveOrders({ arriving }: { arriving: readonly OrderOnDevice[] }) {
  const now = new Date(useMinute())
  const orders = ordersBesidesNext(arriving, now)
  if (orders.length === 0) return null
  return (
    <Section
      title="Other active orders"
      action={
        <ButtonLink variant="subtle" to="/orders/active-orders">
          {orders.length > MOST ? `${orders.length - MOST} more` : 'All active orders'}
        </ButtonLink>
      }
    >
      <ul className={styles.orders} aria-label="Other active orders">
        {orders.slice(0, MOST).map((order) => (
          <li key={order.id}>
            <ComingOrder order={order}>
              {` · ${dayText(order.deliveryDay, now)} · ${countText(order.lines.length, 'line')}`}
            </ComingOrder>
          </li>
        ))}
      </ul>
    </Section>
  )
}
