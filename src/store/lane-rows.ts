import { isUnderstood } from '#domain/outbox/lane.ts'
import type { AnyOperation } from '#domain/outbox/operation.ts'
import { type Lane, nounOfLane, type OutboxRecord } from '#domain/outbox/record.ts'
import type { NounRules } from '#domain/outbox/rules.ts'
import type { UserDatabase } from './user-database.ts'

/** What the server last gave, for nouns without tables of their own: rows by lane and id. */

/** Which rows and waiting changes make what a device shows. */
export type Shown<Value, Operation extends AnyOperation, View> = {
  lane: Lane
  rules: NounRules
  view: (stored: readonly Value[], queue: readonly OutboxRecord<Operation>[]) => View
}

export const readRows = <Value>({ rows }: UserDatabase, lane: Lane): PromiseLike<Value[]> =>
  rows
    .where('lane')
    .equals(lane)
    .toArray()
    .then((found) => found.map(({ value }) => value as Value))

export const findRow = async <Value>({ rows }: UserDatabase, lane: Lane, id: string) =>
  (await rows.get([lane, id]))?.value as Value | undefined

/** What a change was answered with. Not `async`: see `change` in src/sync/trollies/taken-back.ts. @param value undefined: no longer there */
export const putRow = (
  database: UserDatabase,
  lane: Lane,
  id: string,
  value: unknown,
): PromiseLike<unknown> => {
  const { rows, sync } = database
  const row = value === undefined ? rows.delete([lane, id]) : rows.put({ lane, id, value })
  return row
    .then(() => countAnswered(database, lane))
    .then((count) => sync.put({ name: answeredName(lane), value: count + 1 }))
}

const answeredName = (lane: Lane): string => `answered:${lane}`

/** How many changes of the lane were answered: a read that began before one may hold what was before it. */
export const countAnswered = ({ sync }: UserDatabase, lane: Lane): PromiseLike<number> =>
  sync.get(answeredName(lane)).then((row) => (row?.value as number | undefined) ?? 0)

/** Requires a transaction with `rows` and `downloads`. */
export const replaceRows = async <Value>(
  { rows, downloads }: UserDatabase,
  lane: Lane,
  values: readonly Value[],
  idOf: (value: Value) => string,
): Promise<void> => {
  const now = Date.now()
  await rows.where('lane').equals(lane).delete()
  await rows.bulkPut(values.map((value) => ({ lane, id: idOf(value), value })))
  await downloads.put({ name: lane, cursor: '', at: now, usedAt: now })
}

/** Waiting changes that this build understands, in order. Not `async`, as above. */
export const readQueue = <Operation extends AnyOperation>(
  { outbox }: UserDatabase,
  { lane, rules }: Pick<Shown<unknown, Operation, unknown>, 'lane' | 'rules'>,
): PromiseLike<OutboxRecord<Operation>[]> =>
  outbox
    .where('lane')
    .equals(lane)
    .sortBy('seq')
    .then((queue) => queue.filter((record) => isUnderstood(rules, record)) as OutboxRecord<Operation>[])

export const readShown = <Value, Operation extends AnyOperation, View>(
  database: UserDatabase,
  shown: Shown<Value, Operation, View>,
): Promise<View> =>
  database.transaction('r', [database.rows, database.outbox], async () => {
    const [stored, queue] = await Promise.all([
      readRows<Value>(database, shown.lane),
      readQueue<Operation>(database, shown),
    ])
    return shown.view(stored, queue)
  })

/** undefined: the server's have never been read. */
export const findShown = async <Value, Operation extends AnyOperation, View>(
  database: UserDatabase,
  shown: Shown<Value, Operation, View>,
): Promise<View | undefined> => {
  const [read, view] = await Promise.all([database.downloads.get(shown.lane), readShown(database, shown)])
  return read && view
}

/** Refusals that nothing on a page shows, noted with the answer until a page has told the person. */
export type NotedRefusal = { noun: string; operation: AnyOperation; code: string }

const REFUSALS = 'refusals'

/** Not `async`, as above. */
export const noteRefusal = (
  database: UserDatabase,
  { lane, operation }: Pick<OutboxRecord, 'lane' | 'operation'>,
  code: string,
): PromiseLike<unknown> =>
  database.sync.get(REFUSALS).then((row) => {
    const noted = (row?.value ?? []) as NotedRefusal[]
    return database.sync.put({
      name: REFUSALS,
      value: [...noted, { noun: nounOfLane(lane), operation, code }],
    })
  })

export const readRefusals = async (database: UserDatabase): Promise<NotedRefusal[]> =>
  ((await database.sync.get(REFUSALS))?.value as NotedRefusal[] | undefined) ?? []

/** Each is taken once, whatever the number of tabs. */
export const takeRefusals = (database: UserDatabase): Promise<NotedRefusal[]> =>
  database.transaction('rw', database.sync, async () => {
    const refusals = await readRefusals(database)
    await database.sync.delete(REFUSALS)
    return refusals
  })
