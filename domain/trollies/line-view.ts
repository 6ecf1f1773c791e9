import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import type { Operation, Refusal } from './operation.ts'

export type ViewInProgress = { head: TrollyHead | undefined; lines: Map<string, LineView> }

/** Worst first: a line shows the worst state of its waiting operations. */
export type LineState = 'attention' | 'held' | 'sending' | 'waiting' | 'sent'

export type LineView = TrollyLine & {
  state: LineState
  decision: Decision | null
}

export type Decision = { opId: string; operation: Operation; refusal: Refusal }
