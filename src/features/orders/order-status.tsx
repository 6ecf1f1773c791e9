import { Text } from '@mantine/core'
import { ORDER_STATUS_WORDS, type OrderStatus as Status } from '#domain/order.ts'
import { countText } from '#domain/plain-text.ts'
import { Badge } from '#src/ui/status/badge.tsx'
import type { Tone } from '#src/ui/status/tone.tsx'
import styles from './order-status.module.css'

const TONES: Partial<Record<Status, Tone>> = {
  awaiting_payment: 'amber',
  dispatched: 'green',
  delivered: 'green',
  cancelled: 'red',
}

/** How far an order is and, once it is delivered, how many of its lines came short. */
export function OrderStatus({ status, shortCount = 0 }: { status: Status; shortCount?: number }) {
  return (
    <span className={styles.status}>
      <Badge label={ORDER_STATUS_WORDS[status]} tone={TONES[status]} />
      {shortCount === 0 ? null : (
        <Text span size="xs" fw={500} c="var(--amber)">
          {shortWords(shortCount)}
        </Text>
      )}
    </span>
  )
}

/** A phone's row has room for one badge: a short line is news, that the rest came is not. */
export function OrderBadge({ status, shortCount = 0 }: { status: Status; shortCount?: number }) {
  return shortCount === 0 ? (
    <Badge label={ORDER_STATUS_WORDS[status]} tone={TONES[status]} />
  ) : (
    <Badge label={shortWords(shortCount)} tone="amber" />
  )
}

export const shortWords = (count: number): string => `${countText(count, 'line')} short`
