import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import type { Operation, Refusal } from './operation.ts'

/** A trolly while the waiting operations are laid over what the server last gave. */
export type TrollyDraft = { head: TrollyHead | undefined; lines: Map<string, LineView> }

/** Worst first: what a line shows of the operations that wait for it. */
export type LineState = 'attention' | 'held' | 'sending' | 'waiting' | 'sent'

export type LineView = TrollyLine & {
  state: LineState
  decision: Decision | null
}

export type Decision = { opId: string; operation: Operation; refusal: Refusal }
