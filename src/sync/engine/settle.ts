import { ApiHeaders } from '#contract/endpoint.ts'
import type { Refusal } from '#domain/outbox/operation.ts'
import { intoDecision, rebase } from '#domain/outbox/rebase.ts'
import { idOfLane, type Lane, type OutboxRecord } from '#domain/outbox/record.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type Noun, refusalOf } from './noun.ts'
import type { Outcome } from './reply-table.ts'
import { readLane } from './take.ts'

/** Lanes already read in this transaction; anything but an applied change clears them. */
export type LanesRead = Map<Lane, OutboxRecord[]>

/**
 * Stores a final outcome within the caller's transaction: the noun's own `settle` writes what the server answered, then `rebase`
 * (domain/outbox) moves the rest of the lane on.
 * @param lanes shared within a batch, so that each answer does not read the whole lane again (budget: bench `sending`)
 */
export const settle = async (
  database: UserDatabase,
  noun: Noun,
  sent: OutboxRecord,
  outcome: SettledOutcome,
  lanes: LanesRead,
): Promise<void> => {
  const record = await database.outbox.get(sent.seq)
  // A decision about the whole lane removed it: nothing is left to settle.
  if (record?.opId !== sent.opId) return
  const { reply } = outcome
  const settled = { database, id: idOfLane(record.lane), record, reply }
  if (outcome.is === 'applied') {
    await database.outbox.delete(record.seq)
    const moved = await noun.settle.applied(settled)
    if (moved === 'ended') lanes.clear()
    return moved === 'ended'
      ? endLane(database, record.lane)
      : moveOn(database, { rules: noun.rules, applied: record, moved }, lanes)
  }
  lanes.clear()
  const refused = { ...settled, status: outcome.status }
  if (outcome.is === 'gone') {
    const held = (await noun.settle.gone?.(refused)) ?? refusalOf(refused)
    return held === 'ended' ? endLane(database, record.lane) : holdLane(database, record.lane, held)
  }
  const store = outcome.is === 'conflict' ? noun.settle.conflict : noun.settle.refused
  return ask(database, noun, record, (await store?.(refused)) ?? refusalOf(refused))
}

export type SettledOutcome = Extract<Outcome, { is: 'applied' | 'conflict' | 'refused' | 'gone' }>

/** Decisions about what has ended are moot. */
const endLane = async ({ outbox }: UserDatabase, lane: Lane): Promise<void> => {
  await outbox.where('lane').equals(lane).delete()
}

/** All waiting operations share one decision. */
const holdLane = async ({ outbox }: UserDatabase, lane: Lane, refusal: Refusal): Promise<void> => {
  await outbox.where('lane').equals(lane).modify({ state: 'held', refusal })
}

const moveOn = async (
  { outbox }: UserDatabase,
  { applied, ...parts }: Omit<Parameters<typeof rebase>[0], 'queue' | 'applied'> & { applied: OutboxRecord },
  lanes: LanesRead,
): Promise<void> => {
  const { lane } = applied
  const queue = lanes.get(lane) ?? (await outbox.where('lane').equals(lane).sortBy('seq'))
  const moved = new Map(
    rebase({ ...parts, applied, queue }).map(({ opId, expectedVersion }) => [opId, { expectedVersion }]),
  )
  for (const [opId, { expectedVersion }] of moved)
    await outbox
      .where('opId')
      .equals(opId)
      .modify((record) => {
        record.expectedVersion = expectedVersion
        // Handed over to another phone, so its bytes are kept; the version is not among those that the server compares.
        if (record.request) record.request.headers[ApiHeaders.ifMatch] = `"${expectedVersion}"`
      })
  lanes.set(
    lane,
    queue.map((record) => ({ ...record, ...moved.get(record.opId) })),
  )
}

const ask = async (
  database: UserDatabase,
  { rules }: Noun,
  record: OutboxRecord,
  refusal: Refusal,
): Promise<void> => {
  const queue = await readLane(database, record.lane)
  const { operation, absorbed } = intoDecision({ rules, queue, refused: record, refusal })
  await database.outbox.where('opId').anyOf(absorbed).delete()
  if (operation) await database.outbox.update(record.seq, { state: 'attention', operation, refusal })
  else await database.outbox.delete(record.seq)
}
