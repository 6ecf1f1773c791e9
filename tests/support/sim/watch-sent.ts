import { idOfLane, type OutboxRecord, type StoredRequest } from '#domain/outbox/record.ts'
import { subjectOf } from '#domain/outbox/rules.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { requireNoun } from '#src/sync/engine/noun.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import type { SimDevice } from './sim-device.ts'

type Watched = { device: SimDevice; database: UserDatabase; epoch: string }

/** Records the bytes of each key, and what must not be sent. */
export const watchSent = async (watched: Watched, request: StoredRequest): Promise<void> => {
  noteBytes(watched.device, request)
  await noteHastyCheckout(watched, request)
  await noteSentUnasked(watched)
  await noteSentPastQuestion(watched)
}

const noteBytes = ({ sentBytes }: SimDevice, request: StoredRequest): void => {
  for (const inner of innerRequests(request)) {
    const key = inner.headers['idempotency-key'] ?? ''
    const bytes = sentBytes.get(key) ?? new Set()
    sentBytes.set(key, bytes.add(JSON.stringify(inner)))
  }
}

/** A batch carries its calls as they would have been sent alone. */
const innerRequests = (request: StoredRequest): StoredRequest[] =>
  request.path.includes('/operations')
    ? (JSON.parse(request.body) as { operations: StoredRequest[] }).operations
    : [request]

/**
 * An order contains what its author settled: nothing in the trolly may still ask when its checkout is sent. A drain overtaken by
 * another may repeat a request whose refusal is stored by now: its key gets the same refusal again.
 */
const noteHastyCheckout = async (
  { device: { broken, name }, database }: Watched,
  { path, headers }: StoredRequest,
): Promise<void> => {
  if (!path.includes('/checkout')) return
  const key = headers['idempotency-key']
  for (const { lane, opId, operation, state } of await database.outbox.toArray())
    if (state === 'attention' && opId !== key && path.includes(idOfLane(lane)))
      broken.push(`${name} sent ${path} while its ${operation.kind} asked`)
}

/** Requests in progress when the device learned of the restore are on hold by now. */
const noteSentUnasked = async ({ device, database, epoch }: Watched): Promise<void> => {
  const { asksBefore, broken, name } = device
  if (asksBefore.size === 0 || (await readSync(database, 'epoch')) !== epoch) return
  for (const { opId, state } of await database.outbox.toArray())
    if (state === 'sending' && asksBefore.has(opId))
      broken.push(`${name} sent ${opId} after a restore, unasked`)
}

/** A change based on one that asks belongs to that decision. */
const noteSentPastQuestion = async ({ device: { broken, name }, database }: Watched): Promise<void> => {
  const records = await database.outbox.orderBy('seq').toArray()
  const subject = ({ lane, operation }: OutboxRecord): string =>
    `${lane} ${subjectOf(requireNoun(NOUNS, lane).rules, operation)}`
  for (const asked of records.filter(({ state }) => state === 'attention'))
    for (const sent of records)
      if (sent.state === 'sending' && sent.seq > asked.seq && subject(sent) === subject(asked))
        broken.push(`${name} sent ${sent.operation.kind} of ${subject(sent)}, past its question`)
}
