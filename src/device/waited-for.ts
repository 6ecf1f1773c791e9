import type { Paused } from '#src/sync/ports.ts'
import { CHECKOUT_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '#src/sync/waiting.ts'

/**
 * Orders that a person pressed for with a connection and waits for on the page. An order that was asked for without one, or
 * that is still unanswered after a while, is the sender's business alone.
 */
export const createWaitedFor = (now: () => number) => {
  const pressedAt = new Map<string, number>()
  return {
    add: (trollyId: string): void => {
      pressedAt.set(trollyId, now())
    },
    /** Whether its person waits for this answer; only ever for the first. */
    takes: ({ record: { lane, operation } }: Pick<Paused, 'record'>): boolean => {
      const at = pressedAt.get(lane)
      if (operation.kind !== 'checkout' || at === undefined) return false
      pressedAt.delete(lane)
      return Math.abs(now() - at) <= WAITED_FOR_MS
    },
  }
}

/** What waits before it goes first, and the order itself. */
const WAITED_FOR_MS = REQUEST_TIMEOUT_MS + CHECKOUT_TIMEOUT_MS
