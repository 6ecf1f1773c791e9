import { Text } from '@mantine/core'
import type { ClaimState } from '#domain/claims.ts'
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

export type ClaimNews = { state: ClaimState; words: string }

const CLAIM_COLOURS: Record<ClaimState, string> = {
  open: 'var(--blue)',
  asked: 'var(--red)',
  accepted: 'var(--green)',
  refused: 'dimmed',
}

type OrderStatusProps = { status: Status; shortCount?: number; claim?: ClaimNews | undefined }

/** How far an order is and, once it is delivered, how many of its lines came short and what became of a claim. */
export function OrderStatus({ status, shortCount = 0, claim }: OrderStatusProps) {
  return (
    <span className={styles.status}>
      <Badge label={ORDER_STATUS_WORDS[status]} tone={TONES[status]} />
      {shortCount === 0 ? null : (
        <Text span size="xs" fw={500} c="var(--amber)">
          {shortWords(shortCount)}
        </Text>
      )}
      {claim ? (
        <Text span size="xs" fw={500} c={CLAIM_COLOURS[claim.state]}>
          {claim.words}
        </Text>
      ) : null}
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
