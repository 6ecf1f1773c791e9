import { Box, Group, Text } from '@mantine/core'
import { IconTruckDelivery } from '@tabler/icons-react'
import { nextArrival } from '#domain/arrivals.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { shortText } from '#domain/shortages.ts'
import { sumOfTotals, totalText } from '#domain/totals.ts'
import type { OrderOnDevice } from '#src/store/known-orders.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Money } from '#src/ui/status/money.tsx'
import { ComingOrder } from './coming-order.tsx'
import styles from './next-delivery.module.css'

/** Whatever day the current trolly is for. */
export function NextDelivery({ arriving }: { arriving: readonly OrderOnDevice[] }) {
  const now = new Date(useMinute())
  const arrival = nextArrival(arriving, now)
  if (!arrival) return null
  const { deliveryDay, orders } = arrival
  const isCollected = orders.every(({ method }) => method === 'collection')
  const lineCount = orders.reduce((sum, { lines }) => sum + lines.length, 0)
  return (
    <Section title={isCollected ? 'Next collection' : 'Next delivery'}>
      <Group wrap="nowrap" gap={12}>
        <IconTruckDelivery size={32} stroke={1.5} color="var(--primary-ink)" aria-hidden="true" />
        <div>
          <Text
            size="xl"
            fw={700}
          >{`${isCollected ? 'Collect' : 'Arriving'} ${deliveryDay === londonDayOf(now) ? 'today' : dayText(deliveryDay, now)}`}</Text>
          <p>
            {`${countText(lineCount, 'line')} · `}
            <Money>{totalText(sumOfTotals(orders.map(({ totals }) => totals)))}</Money>
          </p>
        </div>
      </Group>
      <Box component="ul" mt={8} className={styles.orders ?? ''} aria-label="Orders in the next delivery">
        {orders.map((order) => (
          <li key={order.id}>
            <ComingOrder order={order}>
              {orders.length === 1 ? null : ` · ${countText(order.lines.length, 'line')} · `}
              {orders.length === 1 ? null : <Money>{totalText(order.totals)}</Money>}
              <Short lines={order.lines} />
            </ComingOrder>
          </li>
        ))}
      </Box>
    </Section>
  )
}

/** What will be missing, as soon as it was noticed when picking. */
function Short({ lines }: Pick<OrderOnDevice, 'lines'>) {
  const short = shortText(lines)
  return short === '' ? null : (
    <Text span fw={600} c="var(--amber)">
      {` · ${short}`}
    </Text>
  )
}
