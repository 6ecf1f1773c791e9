import type { OutboxRecord } from '#domain/outbox/record.ts'
import { type LiveQuery, type Stored, useLive } from '#src/device/use-live.ts'

/** `standing` waits for a decision by the user. */
export type Unsent = { sendable: number; standing: number; total: number }

export const useUnsent = (): Stored<Unsent> => useLive(UNSENT)

const UNSENT: LiveQuery<Unsent> = {
  key: ['unsent'],
  read: async ({ outbox }) => countUnsent(await outbox.toArray()),
}

export const countUnsent = (records: readonly Pick<OutboxRecord, 'state'>[]): Unsent => {
  const standing = records.filter(({ state }) => state === 'attention' || state === 'held').length
  return { sendable: records.length - standing, standing, total: records.length }
}
