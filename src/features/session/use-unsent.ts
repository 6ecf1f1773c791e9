import type { OutboxRecord } from '#domain/outbox/record.ts'
import { type Stored, useStored } from '#src/device/use-stored.ts'

/** `standing` waits for a decision by the user. */
export type Unsent = { sendable: number; standing: number; total: number }

export const useUnsent = (): Stored<Unsent> =>
  useStored(async ({ outbox }) => countUnsent(await outbox.toArray()), [])

export const countUnsent = (records: readonly Pick<OutboxRecord, 'state'>[]): Unsent => {
  const standing = records.filter(({ state }) => state === 'attention' || state === 'held').length
  return { sendable: records.length - standing, standing, total: records.length }
}
