import { idOfLane, type OutboxRecord, type StoredRequest } from '#domain/outbox/record.ts'
import { subjectOf } from '#domain/outbox/rules.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { requireNoun } from '#src/sync/engine/noun.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import type { SimDevice } from './sim-device.ts'

type Watched = { device: SimDevice; database: UserDatabase; epoch: string }

/** Notes the bytes of each key, and what may not leave. */
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

/** A batch carries its calls as they would have gone alone. */
const innerRequests = (request: StoredRequest): StoredRequest[] =>
  request.path.includes('/operations')
    ? (JSON.parse(request.body) as { operations: StoredRequest[] }).operations
    : [request]

/**
 * An order is of what its author settled: nothing of the trolly may still ask when its checkout leaves. A drain that another has
 * overtaken may repeat the request whose refusal is stored by now: its key gets the same refusal again.
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

/** What was under way when the device heard of the restore is on hold by now. */
const noteSentUnasked = async ({ device, database, epoch }: Watched): Promise<void> => {
  const { asksBefore, broken, name } = device
  if (asksBefore.size === 0 || (await readSync(database, 'epoch')) !== epoch) return
  for (const { opId, state } of await database.outbox.toArray())
    if (state === 'sending' && asksBefore.has(opId))
      broken.push(`${name} sent ${opId} after a restore, unasked`)
}

/** What was done upon a change that is asked about belongs to that decision. */
const noteSentPastQuestion = async ({ device: { broken, name }, database }: Watched): Promise<void> => {
  const records = await database.outbox.orderBy('seq').toArray()
  const subject = ({ lane, operation }: OutboxRecord): string =>
    `${lane} ${subjectOf(requireNoun(NOUNS, lane).rules, operation)}`
  for (const asked of records.filter(({ state }) => state === 'attention'))
    for (const sent of records)
      if (sent.state === 'sending' && sent.seq > asked.seq && subject(sent) === subject(asked))
        broken.push(`${name} sent ${sent.operation.kind} of ${subject(sent)}, past its question`)
}
