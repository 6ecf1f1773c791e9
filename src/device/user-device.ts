import { Dexie, liveQuery } from 'dexie'
import { v7 as uuidv7 } from 'uuid'
import { type AskedToWait, laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import { CHECKOUT_TIMEOUT_MS } from '#domain/trollies/kinds.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import type { User } from '#domain/user.ts'
import type { ApiClient } from '#src/api/client.ts'
import { noteOutdated } from '#src/api/outdated.ts'
import type { Pause } from '#src/api/pause.ts'
import { createStore, type Store } from '#src/state/store.ts'
import { webStorage } from '#src/store/device/web-storage.ts'
import type { MemoryStorage } from '#src/store/memory-storage.ts'
import { askForPersistence } from '#src/store/persistence.ts'
import { type RoomPorts, withRoom } from '#src/store/quota.ts'
import { memoryHealth, type StorageHealth, watchStorage } from '#src/store/storage-health.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import type { AssortmentSync } from '#src/sync/assortment.ts'
import { createAssortmentInWorker } from '#src/sync/assortment-in-worker.ts'
import { browserClock, browserLocks, pageLocks } from '#src/sync/engine/browser-ports.ts'
import { noteEpoch } from '#src/sync/engine/epoch.ts'
import type { Clock } from '#src/sync/engine/ports.ts'
import { createQueue, type Queue } from '#src/sync/engine/queue.ts'
import { type Runner, startRunner } from '#src/sync/engine/runner.ts'
import { createSender } from '#src/sync/engine/sender.ts'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { createFetchTransport } from '#src/sync/engine/transport.ts'
import { REQUEST_TIMEOUT_MS } from '#src/sync/engine/waiting.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import { openAssortmentWorker } from '#src/sync/open-assortment-worker.ts'
import { createOutbox, type Outbox } from '#src/sync/trollies/outbox.ts'
import { createReads, type Reads } from '#src/sync/trollies/reads.ts'
import { type Contact, watchContact } from './contact.ts'

/** The signed-in user's database and sender, opened by src/app/member/member.ts. */
export type UserDevice = {
  userId: string
  database: UserDatabase
  queue: Queue
  outbox: Outbox
  reads: Reads
  assortment: AssortmentSync
  runner: Runner
  health: StorageHealth
  contact: Contact
  /** Whether changes by others arrive by themselves (src/sync/live). Otherwise open pages ask for them. */
  isLive: Store<boolean>
  /** Stores a change that is no operation, making room if needed. @returns false on failure, which the status shows */
  keep: (write: () => Promise<void>) => Promise<boolean>
  noteEpoch: (epoch: string) => void
  /** Sends now, ignoring waits and pauses, for one trolly or all. A server that asks to wait signs the person out. */
  sendNow: (trollyId?: string) => void
  /** Stops sending. The database stays open so that ending the session can clear it. */
  stop: () => void
}

export type UserDevicePorts = {
  api: ApiClient
  pause: Pause
  token: () => string | undefined
  onUnauthenticated: () => void
  onAskedToWait: (asked: AskedToWait) => void
  requestBackgroundSync: () => void
  duringDrain: <Result>(drain: () => Promise<Result>) => Promise<Result>
  onTrouble: (error: unknown) => void
  memory?: MemoryStorage | undefined
}

export const openUserDevice = (user: User, ports: UserDevicePorts): UserDevice => {
  const { memory } = ports
  const database = openUserDatabase(user.id, memory)
  let stopped = false
  // Work in progress at the session's end finds its database closed.
  const onTrouble = (error: unknown): void => {
    if (!stopped || !(error instanceof Dexie.DatabaseClosedError)) ports.onTrouble(error)
  }
  // No other tab can send this page's memory, so none is told or waited for.
  const sharedName = memory ? `${user.id}-${uuidv7()}` : user.id
  const channel = new BroadcastChannel(`trolly-outbox-${sharedName}`)
  const events = { window, document }
  const caches = findCaches()
  const health = memory
    ? memoryHealth({ storage: webStorage('localStorage'), userId: user.id })
    : watchStorage({
        database,
        userId: user.id,
        storage: webStorage('localStorage'),
        events: window,
        after: browserClock.after,
      })
  const queue = guardedQueue(
    createQueue({
      database,
      nouns: NOUNS,
      now: browserClock.now,
      onChange: (sent) => (sent === 'soon' ? runner.wakeSoon() : runner.wake()),
    }),
    {
      database,
      caches,
      health,
      // A trolly may begin within another change's transaction, which has no settings.
      onBegun: () => {
        Dexie.ignoreTransaction(() => askForPersistence(database, navigator.storage)).catch(onTrouble)
      },
    },
  )
  const outbox = createOutbox({ database, queue, now: browserClock.now })
  const pressed = createPressedSends({
    database,
    clock: browserClock,
    onAskedToWait: ports.onAskedToWait,
    onTrouble,
  })
  const sender = createSender(
    { database, nouns: NOUNS, userId: sharedName },
    {
      transport: createFetchTransport({ fetch: (input, init) => fetch(input, init) }),
      clock: browserClock,
      locks: memory ? pageLocks() : browserLocks(navigator.locks),
      token: async () => ports.token(),
      random: Math.random,
      caches,
      onUnauthenticated: ports.onUnauthenticated,
      onPause: ports.pause.begin,
      onOutdated: noteOutdated,
    },
  )
  // A pause applies to the sender in every tab.
  const endPause = ports.pause.subscribe(() => {
    writeSync(database, 'pausedUntil', ports.pause.until()).catch(onTrouble)
  })
  const runner = startRunner({
    sender,
    outbox,
    clock: browserClock,
    channel,
    events,
    requestBackgroundSync: ports.requestBackgroundSync,
    whenQuiet,
    duringDrain: ports.duringDrain,
    onTrouble,
  })
  const contact = watchContact({
    api: ports.api,
    database,
    clock: browserClock,
    events,
    whenQuiet,
    onReached: () => runner.hurry(),
    onTrouble,
  })
  const noteEpochOfReply = (epoch: string): void => {
    noteEpoch({ database, nouns: NOUNS, epoch, now: browserClock.now() }).catch(onTrouble)
  }
  // A page's memory cannot hold tens of thousands of products: ask the server.
  const assortment = memory
    ? { refresh: async () => {}, stop: () => {} }
    : createAssortmentInWorker({
        database,
        userId: user.id,
        inPage: {
          // Loaded by its first use: no page waits for it.
          refresh: async (customer, options) =>
            (await import('#src/sync/assortment.ts'))
              .createAssortmentSync({
                database,
                api: ports.api,
                inTurn: (name, act) => navigator.locks.request(name, act),
                withRoom: (write) => withRoom({ database, caches }, write),
                now: browserClock.now,
              })
              .refresh(customer, options),
        },
        openWorker: typeof Worker === 'undefined' ? undefined : openAssortmentWorker,
        token: ports.token,
        pause: ports.pause,
        onContact: contact.note,
        onEpoch: noteEpochOfReply,
        onUnauthenticated: ports.onUnauthenticated,
        whenQuiet,
      })
  return {
    userId: user.id,
    database,
    queue,
    outbox,
    reads: createReads({ database, api: ports.api }),
    assortment,
    runner,
    health,
    contact,
    isLive: createStore(false),
    keep: keeper({ database, caches, health }),
    noteEpoch: noteEpochOfReply,
    sendNow: (trollyId) => {
      pressed.add(trollyId)
      writeSync(database, 'pausedUntil', 0).catch(onTrouble).finally(runner.hurry)
    },
    stop: () => {
      stopped = true
      endPause()
      pressed.stop()
      assortment.stop()
      runner.stop()
      contact.stop()
      health.stop()
      channel.close()
    },
  }
}

/** A browser that blocks site data may throw. */
const findCaches = (): CacheStorage | undefined => {
  try {
    return globalThis.caches
  } catch {
    return undefined
  }
}

/** Makes room and retries a person's change when storage is full. A change still not stored is reported and rejects. */
export const guardedQueue = (
  queue: Queue,
  ports: RoomPorts & { health: StorageHealth; onBegun: () => void },
): Queue => {
  const kept = <Result>(write: () => Promise<Result>): Promise<Result> =>
    ports.health.watch(
      () => withRoom(ports, write),
      (error) => error instanceof OperationRefused,
    )
  return {
    append: async (lane, operation, seen) => {
      await kept(() => queue.append(lane, operation, seen))
      if (operation.kind === 'create') ports.onBegun()
    },
    takeBack: (lane, kind) => kept(() => queue.takeBack(lane, kind)),
    decide: (opId, choice) => kept(() => queue.decide(opId, choice)),
    discard: (lane) => kept(() => queue.discard(lane)),
    changing: async (lane, act) => {
      let begins = false
      const result = await kept(() =>
        queue.changing(lane, ({ append, record }) =>
          act({
            record,
            append: (operation, seen) => {
              begins ||= operation.kind === 'create'
              return append(operation, seen)
            },
          }),
        ),
      )
      if (begins) ports.onBegun()
      return result
    },
    // Contains nothing of the person's.
    hurry: () => queue.hurry(),
  }
}

export const keeper =
  ({ health, ...ports }: RoomPorts & { health: StorageHealth }): UserDevice['keep'] =>
  (write) =>
    health
      .watch(
        () => withRoom(ports, write),
        () => false,
      )
      .then(
        () => true,
        () => false,
      )

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

/** Defers work until the page is drawn, as a start needs the phone's only thread and its storage. @returns cancels it */
export const whenQuiet = (act: () => void): (() => void) => {
  // Safari has none.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, WITHOUT_WORD_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act, { timeout: LATEST_MS })
  return () => cancelIdleCallback(asked)
}

const LATEST_MS = 2_000
const WITHOUT_WORD_MS = 500
