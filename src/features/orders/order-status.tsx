import { ORDER_STATUS_WORDS, type OrderStatus as Status } from '#domain/order.ts'
import { Badge } from '#src/ui/status/badge.tsx'
import type { Tone } from '#src/ui/status/tone.tsx'

const TONES: Partial<Record<Status, Tone>> = {
  awaiting_payment: 'amber',
  dispatched: 'green',
  delivered: 'green',
  cancelled: 'red',
}

export function OrderStatus({ status }: { status: Status }) {
  return <Badge label={ORDER_STATUS_WORDS[status]} tone={TONES[status]} />
}
