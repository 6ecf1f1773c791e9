import { liveQuery } from 'dexie'
import { CHECKOUT_TIMEOUT_MS } from '#domain/operations/kinds.ts'
import { TROLLY } from '#domain/operations/operation.ts'
import { type AskedToWait, laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Clock } from '#src/sync/engine/ports.ts'
import { REQUEST_TIMEOUT_MS } from '#src/sync/engine/waiting.ts'

/** What a person pressed to send here. Any tab may send it, so a request to wait is noted in the outbox (docs/sync.md). */
export type PressedSends = {
  /** @param trollyId undefined: everything waiting */
  add: (trollyId: string | undefined) => void
  stop: () => void
}

export type PressedSendsPorts = {
  database: UserDatabase
  clock: Clock
  /** At most once per press. */
  onAskedToWait: (asked: AskedToWait) => void
  onTrouble: (error: unknown) => void
}

/** Earlier work goes first, then the order. After that the sender handles it alone. */
export const WAITED_FOR_MS = REQUEST_TIMEOUT_MS + CHECKOUT_TIMEOUT_MS

export const createPressedSends = (ports: PressedSendsPorts): PressedSends => {
  const ends = new Set<() => void>()
  return {
    add: (trollyId) => {
      const pressedAt = ports.clock.now()
      // Work done after the press was not pressed for.
      const isAnswered = ({ lane, createdAt, askedToWait }: OutboxRecord): boolean =>
        (trollyId === undefined || lane === laneOf(TROLLY, trollyId)) &&
        createdAt <= pressedAt &&
        askedToWait !== undefined &&
        askedToWait.at >= pressedAt
      const end = () => {
        ends.delete(end)
        answers.unsubscribe()
        cancel()
      }
      const cancel = ports.clock.after(WAITED_FOR_MS, () => end())
      const answers = liveQuery(() => ports.database.outbox.filter(isAnswered).first()).subscribe({
        next: (answered) => {
          if (!answered?.askedToWait) return
          end()
          ports.onAskedToWait(answered.askedToWait)
        },
        error: ports.onTrouble,
      })
      ends.add(end)
    },
    stop: () => {
      for (const end of ends) end()
    },
  }
}
