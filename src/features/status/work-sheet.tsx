import { type ComponentType, lazy } from 'react'
import type { Lane, OutboxRecord } from '#domain/outbox/record.ts'
import type { Decision } from '#domain/trollies/line-view.ts'
import type { Refusal, TrollyRecord } from '#domain/trollies/operation.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { Work } from './read-work.ts'

/** Supplied by the shell, since decisions are a separate feature. */
export type DecisionParts = {
  Decision: ComponentType<{ trollyId: string; decision: Decision; nameOf: NameOf; elsewhere: boolean }>
  Held: ComponentType<{
    trollyId: string
    refusal: Refusal
    queue: readonly TrollyRecord[]
    nameOf: NameOf
  }>
  /** For nouns other than trollies: what their refused and held changes ask. */
  Questions: ComponentType<{
    lane: Lane
    queue: readonly OutboxRecord[]
    nameOf: NameOf
  }>
}

export type WorkSheetProps = DecisionParts & {
  open: boolean
  onClose: () => void
  work: Work
  /** Waiting orders that went through: "Order 110251 placed". */
  placed: readonly string[]
  /** Why the order of a trolly is too late: see `useLateOrders`. */
  lateOrders: ReadonlyMap<string, string>
  readsFailed: boolean
}

const OpenWork = lazy(async () => ({ default: (await import('./open-work.tsx')).OpenWork }))

export function WorkSheet({ open, onClose, ...props }: WorkSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Your changes">
      <OpenWork {...props} onClose={onClose} />
    </Sheet>
  )
}
