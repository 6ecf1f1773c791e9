import { Link } from 'react-router-dom'
import { asOfText } from '#domain/as-of.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/operations/words.ts'
import { totalText } from '#domain/totals.ts'
import { useStored } from '#src/device/use-stored.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Money } from '#src/ui/status/money.tsx'
import styles from './placed-orders.module.css'

export type PlacedOrdersProps = {
  customerId: string
  title?: string | undefined
  most?: number | undefined
}

export function PlacedOrders({ customerId, title = 'Placed from this device', most }: PlacedOrdersProps) {
  const now = new Date(useMinute())
  const { value: orders = [] } = useStored(
    async (database) => {
      const placed = await database.placedOrders
        .filter((order) => order.customerId === customerId && !order.elsewhere)
        .toArray()
      return placed.sort((a, b) => b.placedAt.localeCompare(a.placedAt))
    },
    [customerId],
  )
  if (orders.length === 0) return null
  return (
    <Section title={title} flush>
      <ul aria-label={title}>
        {orders.slice(0, most).map(({ basketId, orderNo, deliveryDay, placedAt, lines, totals }) => (
          <li key={basketId} className={styles.row}>
            <div className={styles.words}>
              <Link className={styles.title} to={`/orders/create-${basketId}`}>{`Order ${orderNo}`}</Link>
              <p className={styles.detail}>
                {`For ${dayText(deliveryDay, now)} · ${countText(lines.length, 'line')} · placed ${asOfText(new Date(placedAt), now)}`}
              </p>
            </div>
            <p className={styles.total}>
              <Money>{totalText(totals)}</Money>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
