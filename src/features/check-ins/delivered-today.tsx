import { Text } from '@mantine/core'
import { IconChevronRight, IconTruckDelivery } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import { claimNewsOf } from '#domain/check-ins-shown.ts'
import { orderPath } from '#domain/known-orders.ts'
import { dayText, londonDayOf, londonTimeOf } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { shortText } from '#domain/shortages.ts'
import type { OrderOnDevice } from '#src/store/known-orders.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import styles from './delivered-today.module.css'
import { useCheckIns } from './use-check-ins.ts'

type DeliveredTodayProps = { customerId: string; orders: readonly OrderOnDevice[] }

/** Today's deliveries with their shortages, and claims that have news. Each row opens its order. */
export function DeliveredToday({ customerId, orders }: DeliveredTodayProps) {
  const now = new Date(useMinute())
  const checkIns = useCheckIns(customerId)
  return orders.map((order) => {
    const { deliveredAt } = order.status === undefined ? { deliveredAt: null } : order
    if (deliveredAt === null) return null
    const own = checkIns?.filter(({ orderId }) => orderId === order.id) ?? []
    const day = londonDayOf(new Date(deliveredAt))
    const isToday = day === londonDayOf(now)
    if (!isToday && !own.some(({ state }) => state === 'asked')) return null
    const short = shortText(order.lines)
    return (
      <Link key={order.id} className={styles.row} to={orderPath(order)}>
        <span className={styles.icon}>
          <IconTruckDelivery size={24} stroke={1.5} aria-hidden="true" />
        </span>
        <span className={styles.words}>
          <strong>
            {isToday
              ? `Delivered today, ${londonTimeOf(new Date(deliveredAt))}`
              : `Delivered ${dayText(day, now)}`}
          </strong>
          <Text span size="xs" c="dimmed">
            {countText(order.lines.length, 'line')}
            {short === '' ? null : (
              <>
                {' · '}
                <Text span inherit fw={600} c="var(--amber)">
                  {short}
                </Text>
              </>
            )}
            {own.length === 0 ? null : ` · ${claimNewsOf(own)?.words ?? 'Checked in'}`}
          </Text>
        </span>
        <IconChevronRight size={18} stroke={1.75} aria-hidden="true" />
      </Link>
    )
  })
}
