import { attemptsAfterAnswer, type LanePlan, RETRY_DELAY_MAX_MS } from '#domain/outbox/lane.ts'
import { idOfLane, type Lane } from '#domain/outbox/record.ts'
import { rulesFor } from '#domain/outbox/rules.ts'
import { noteFailedCall } from '#src/api/failures.ts'
import { OUTDATED_STATUS } from '#src/api/outdated.ts'
import { pauseMsOf } from '#src/api/pause.ts'
import { withRoom } from '#src/store/quota.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { noteEpoch } from './epoch.ts'
import { noteContact } from './last-contact.ts'
import type { Noun, Nouns } from './noun.ts'
import type { SenderPorts, TransportReply } from './ports.ts'
import { batchResultsOf, type Outcome, outcomeOf } from './reply-table.ts'
import { buildBatch } from './requests.ts'
import { type LanesRead, type SettledOutcome, settle } from './settle.ts'
import { beginGeneration, isPaused, Overtaken, readSync, requireGeneration, writeSync } from './sync-state.ts'
import { type Leaving, planLanes, takeFromLane } from './take.ts'
import { GATHER_MS, HOLDER_SILENT_MS, REQUEST_TIMEOUT_MS, retryDelayMs } from './waiting.ts'

/**
 * Sends in order within a lane, one request per lane at a time, several lanes at once. Any number of tabs and the
 * worker compete for a lock; its generation guards every write, so that a sender that wakes late changes nothing.
 */
export type Sender = {
  drain: () => Promise<Drained>
}

/** `wakeAt`: epoch milliseconds; null: not until something happens. */
export type Drained = { state: 'busy' } | { state: 'drained'; wakeAt: number | null }

const LANES_AT_ONCE = 3
/** Small enough not to delay a person's changes. */
const SETTLED_AT_ONCE = 20

export const createSender = (
  { database, nouns, userId }: { database: UserDatabase; nouns: Nouns; userId: string },
  ports: SenderPorts,
): Sender => {
  const lockName = `trolly-sender-${userId}`
  return {
    drain: async () => {
      let wakeAt: number | null = null
      const act = async () => {
        wakeAt = await drainAll(database, nouns, ports)
      }
      if ((await ports.locks.tryHold(lockName, act)) === 'held') return { state: 'drained', wakeAt }
      const beat = (await readSync(database, 'beat')) ?? 0
      // The distance: a beat in the future means a clock set back.
      if (Math.abs(ports.clock.now() - beat) <= HOLDER_SILENT_MS) return { state: 'busy' }
      await ports.locks.steal(lockName, act)
      return { state: 'drained', wakeAt }
    },
  }
}

const drainAll = async (database: UserDatabase, nouns: Nouns, ports: SenderPorts): Promise<number | null> => {
  const generation = await beginGeneration(database, ports.clock.now())
  const drain: Drain = {
    database,
    nouns,
    ports,
    generation,
    lastSeq: ((await database.outbox.toCollection().lastKey()) as number | undefined) ?? 0,
    busy: new Set(),
    stopped: false,
    takesBatches: true,
  }
  try {
    const ready = (await planLanes(database, nouns, ports.clock.now())).filter(isReady).length
    const workers = Math.min(Math.max(ready, 1), LANES_AT_ONCE)
    // Waits for all, so that nothing is in progress when the lock is released.
    const ended = await Promise.allSettled(Array.from({ length: workers }, () => sendLanes(drain)))
    for (const end of ended) if (end.status === 'rejected') throw end.reason
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error
    return null
  }
  return nextWake(drain)
}

type Drain = {
  database: UserDatabase
  nouns: Nouns
  ports: SenderPorts
  generation: number
  /**
   * The last operation waiting when the drain began. Later ones are still gathering: if each tap were taken as it came,
   * the next would wait for the disk.
   */
  lastSeq: number
  busy: Set<string>
  stopped: boolean
  /** False once the server has shown that it is of a build without the call for several operations. */
  takesBatches: boolean
}

const sendLanes = async (drain: Drain): Promise<void> => {
  while (!drain.stopped) {
    const lane = await claimLane(drain)
    if (lane === undefined) return
    try {
      await sendOnce(drain, lane)
    } catch (error) {
      drain.stopped = true
      throw error
    } finally {
      drain.busy.delete(lane.lane)
    }
  }
}

const claimLane = async (drain: Drain): Promise<Claimed | undefined> => {
  const now = drain.ports.clock.now()
  if (await isPaused(drain.database, now)) return undefined
  const lanes = await planLanes(drain.database, drain.nouns, now)
  const ready = lanes.find((each) => !drain.busy.has(each.lane) && isReady(each) && !isNew(drain, each))
  // No await before the claim, so no two workers claim the same lane.
  if (!ready) return undefined
  drain.busy.add(ready.lane)
  return ready
}

type Claimed = { lane: Lane; noun: Noun }

const isReady = ({ plan }: { plan: LanePlan }): boolean =>
  plan.send.length > 0 || plan.drop.length > 0 || plan.ask.length > 0

const isNew = ({ lastSeq }: Drain, { plan }: { plan: LanePlan }): boolean => {
  const [first] = plan.send
  return first !== undefined && first.seq > lastSeq
}

const sendOnce = async (drain: Drain, { lane, noun }: Claimed): Promise<void> => {
  const { database, ports, generation } = drain
  const token = await ports.token()
  if (token === undefined) {
    drain.stopped = true
    return
  }
  const { leaving, epoch } = await withRoom({ database, caches: ports.caches }, () =>
    takeFromLane({
      database,
      noun,
      generation,
      lane,
      now: ports.clock.now(),
      alone: !drain.takesBatches,
    }),
  )
  const [first] = leaving
  if (!first) return
  const request = leaving.length === 1 ? first.request : buildBatch(leaving.map(({ request }) => request))
  const timeoutMs = rulesFor(noun.rules, first.operation)?.timeoutMs ?? REQUEST_TIMEOUT_MS
  const reply = await ports.transport.send(request, { token, epoch, timeoutMs }).catch(() => undefined)
  await settleAll(drain, noun, leaving, reply)
}

const settleAll = async (
  drain: Drain,
  noun: Noun,
  leaving: readonly Leaving[],
  reply: TransportReply | undefined,
): Promise<void> => {
  if (leaving.length > 1 && isUnknownCall(reply)) drain.takesBatches = false
  const answers = answersFor(noun, leaving, reply)
  const answered = leaving.map(
    (record, index): Answered => ({
      record,
      answer: answers[index] ?? { outcome: { is: 'unknown' } },
    }),
  )
  for (let from = 0; from < answered.length; from += SETTLED_AT_ONCE)
    await settleSome(drain, noun, answered.slice(from, from + SETTLED_AT_ONCE))
  // Unreadable replies came from an intermediary, unless they carry the server's mark.
  const isFromServer = answers.some(({ outcome }) => outcome.is !== 'unknown') || reply?.epoch !== undefined
  await noteReply(drain, reply, isFromServer)
}

type Answered = { record: Leaving; answer: Answer }

/** `status`: of the operation's own result within a batch. */
type Answer = { outcome: Outcome; status?: number; retryAfterSeconds?: number | undefined }

/** In order; unmentioned operations are unknown. */
const answersFor = (noun: Noun, leaving: readonly Leaving[], reply: TransportReply | undefined): Answer[] => {
  if (!reply) return leaving.map(() => ({ outcome: { is: 'unknown' } }))
  const shapeOf = ({ operation, lane }: Leaving) => noun.call(operation, idOfLane(lane)).endpoint.reply
  const results = leaving.length === 1 ? undefined : batchResultsOf(reply.status, reply.body)
  if (results) {
    return leaving.map((record) => {
      const result = results.find(({ key }) => key === record.opId)
      if (!result) return { outcome: { is: 'unknown' } }
      // Only the server answers a batch by keys.
      const outcome = outcomeOf({ ...result, shape: shapeOf(record), noun, isMarked: true })
      return { outcome, status: result.status, retryAfterSeconds: result.retryAfterSeconds }
    })
  }
  if (leaving.length > 1 && isUnknownCall(reply))
    return leaving.map(() => ({ outcome: { is: 'notRun' }, status: reply.status }))
  return leaving.map((record) => {
    const isMarked = reply.epoch !== undefined
    const outcome = outcomeOf({ ...reply, shape: shapeOf(record), noun, isMarked })
    // A single answer to a whole batch settles none of its operations.
    const final = leaving.length === 1 || OF_THE_WHOLE_CALL.includes(outcome.is)
    const { status, retryAfterSeconds } = reply
    return { outcome: final ? outcome : { is: 'unknown' }, status, retryAfterSeconds }
  })
}

const OF_THE_WHOLE_CALL: readonly Outcome['is'][] = ['unauthenticated', 'pause', 'outdated']

/** The server answered itself (it sent its epoch) and its older build has no batch call, so none of the batch has run. */
const isUnknownCall = (reply: TransportReply | undefined): boolean =>
  reply?.epoch !== undefined && (reply.status === 404 || reply.status === 405)

/** One transaction for several, since each waits for a write to disk. */
const settleSome = async (drain: Drain, noun: Noun, answered: readonly Answered[]): Promise<void> => {
  const { database, ports, generation } = drain
  const tables = ['outbox', 'sync', ...noun.tables.settled]
  const write = async () => {
    await requireGeneration(database, generation, ports.clock.now())
    const lanes: LanesRead = new Map()
    for (const each of answered) await settleOne(drain, noun, each, lanes)
    if (answered.some(({ answer }) => isSettled(answer.outcome))) await encourage(database, answered)
  }
  await withRoom({ database, caches: ports.caches }, () => database.transaction('rw', tables, write))
  const outcomes = new Set(answered.map(({ answer }) => answer.outcome.is))
  if (OF_THE_WHOLE_CALL.some((is) => outcomes.has(is))) drain.stopped = true
  if (answered.some(({ answer }) => answer.status === OUTDATED_STATUS)) ports.onOutdated?.()
  if (outcomes.has('unauthenticated')) ports.onUnauthenticated()
  for (const { record, answer } of answered) {
    const { status = 0, outcome } = answer
    const code = 'reply' in outcome && outcome.is !== 'applied' ? outcome.reply.code : outcome.is
    if (status >= 400)
      noteFailedCall(noun.call(record.operation, idOfLane(record.lane)).endpoint, { status, code })
    if (answer.outcome.is === 'pause') ports.onPause?.(answer.retryAfterSeconds)
  }
}

/** After an answer, waiting work goes on at once and together. Within the caller's transaction. */
const encourage = async (database: UserDatabase, answered: readonly Answered[]): Promise<void> => {
  const opIds = new Set(answered.map(({ record }) => record.opId))
  await database.outbox
    .where('lane')
    .anyOf(answered.map(({ record }) => record.lane))
    .filter(({ opId, state, attempts }) => state === 'pending' && attempts > 0 && !opIds.has(opId))
    .modify((record) => {
      record.attemptsInARow = attemptsAfterAnswer(record)
      record.nextAttemptAt = 0
    })
}

const settleOne = async (
  { database, ports }: Drain,
  noun: Noun,
  { record, answer: { outcome, status = 0, retryAfterSeconds } }: Answered,
  lanes: LanesRead,
): Promise<void> => {
  if (isSettled(outcome)) return settle(database, noun, record, outcome, lanes)
  lanes.clear()
  const now = ports.clock.now()
  const delayMs =
    outcome.is === 'unknown'
      ? retryDelayMs(record.attemptsInARow, ports.random())
      : outcome.is === 'outdated'
        ? RETRY_DELAY_MAX_MS
        : 0
  await database.outbox
    .where('opId')
    .equals(record.opId)
    .filter(({ state }) => state === 'sending')
    .modify({
      state: 'pending',
      nextAttemptAt: now + delayMs,
      // To a person a balancer's 503 is as good as the server's.
      ...(ASKS_TO_WAIT.includes(status) && { askedToWait: { at: now, status, retryAfterSeconds } }),
    })
  if (outcome.is === 'pause') {
    await writeSync(database, 'pausedUntil', now + pauseMsOf(retryAfterSeconds))
  }
}

const ASKS_TO_WAIT: readonly number[] = [429, 503]

const isSettled = (outcome: Outcome): outcome is SettledOutcome =>
  outcome.is === 'applied' || outcome.is === 'conflict' || outcome.is === 'refused' || outcome.is === 'gone'

const noteReply = async (
  drain: Drain,
  reply: TransportReply | undefined,
  reached: boolean,
): Promise<void> => {
  const { database, nouns, ports, generation } = drain
  const now = ports.clock.now()
  await noteContact(database, { reached, at: now })
  if (reply?.epoch !== undefined) await noteEpoch({ database, nouns, generation, now, epoch: reply.epoch })
}

const nextWake = async (drain: Drain): Promise<number | null> => {
  const { database, nouns, ports } = drain
  const now = ports.clock.now()
  if (await isPaused(database, now)) return (await readSync(database, 'pausedUntil')) ?? null
  const lanes = await planLanes(database, nouns, now)
  const waits = lanes.flatMap(({ plan }) => {
    if (isNew(drain, { plan })) return now + GATHER_MS
    return plan.wakeAt ?? []
  })
  return waits.length > 0 ? Math.min(...waits) : null
}
