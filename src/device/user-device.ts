import { Dexie } from 'dexie'
import { v7 as uuidv7 } from 'uuid'
import type { AskedToWait } from '#domain/operations/outbox-record.ts'
import type { User } from '#domain/user.ts'
import type { ApiClient } from '#src/api/client.ts'
import type { Pause } from '#src/api/pause.ts'
import type { MemoryStorage } from '#src/store/memory-storage.ts'
import { askForPersistence } from '#src/store/persistence.ts'
import { withRoom } from '#src/store/quota.ts'
import { memoryHealth, type StorageHealth, watchStorage } from '#src/store/storage-health.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { type AssortmentSync, createAssortmentSync } from '#src/sync/assortment.ts'
import { createAssortmentInWorker } from '#src/sync/assortment-in-worker.ts'
import { browserClock, browserLocks } from '#src/sync/browser-ports.ts'
import { noteEpoch } from '#src/sync/epoch.ts'
import { openAssortmentWorker } from '#src/sync/open-assortment-worker.ts'
import { createOutbox, type Outbox } from '#src/sync/outbox.ts'
import { createReads, type Reads } from '#src/sync/reads.ts'
import { type Runner, startRunner } from '#src/sync/runner.ts'
import { createSender } from '#src/sync/sender.ts'
import { writeSync } from '#src/sync/sync-state.ts'
import { createFetchTransport } from '#src/sync/transport.ts'
import { type Contact, watchContact } from './contact.ts'
import { guardedOutbox } from './guarded-outbox.ts'
import { createPressedSends } from './pressed-sends.ts'
import { whenQuiet } from './when-quiet.ts'

/** What is open on this device for the one who is signed in: their database, and the way of their work to the server. */
export type UserDevice = {
  userId: string
  database: UserDatabase
  outbox: Outbox
  reads: Reads
  assortment: AssortmentSync
  runner: Runner
  health: StorageHealth
  contact: Contact
  noteEpoch: (epoch: string) => void
  /**
   * A person has pressed for what waits to be sent now: one trolly's, or all of it. It leaves whatever wait or pause there is;
   * a server that asks to wait signs them out.
   */
  sendNow: (trollyId?: string) => void
  /** Stops sending. The database stays open: whoever ends the session still has to clear it. */
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
  // What was under way when the session ended finds its database closed.
  const onTrouble = (error: unknown): void => {
    if (!stopped || !(error instanceof Dexie.DatabaseClosedError)) ports.onTrouble(error)
  }
  // What is in this page's memory no other tab can send, so none is told of it and none is waited for.
  const sharedName = memory ? `${user.id}-${uuidv7()}` : user.id
  const channel = new BroadcastChannel(`trolly-outbox-${sharedName}`)
  const events = { window, document }
  const { caches } = globalThis
  const health = memory
    ? memoryHealth()
    : watchStorage({
        database,
        userId: user.id,
        storage: localStorage,
        events: window,
        after: browserClock.after,
      })
  const outbox = guardedOutbox(
    createOutbox({
      database,
      now: browserClock.now,
      onChange: (what) => (what === 'line' ? runner.wakeSoon() : runner.wake()),
    }),
    {
      database,
      caches,
      health,
      onFirstTrolly: () => {
        askForPersistence(database, navigator.storage).catch(onTrouble)
      },
    },
  )
  const pressed = createPressedSends({
    database,
    clock: browserClock,
    onAskedToWait: ports.onAskedToWait,
    onTrouble,
  })
  const sender = createSender(
    { database, userId: sharedName },
    {
      transport: createFetchTransport({ fetch: (input, init) => fetch(input, init) }),
      clock: browserClock,
      locks: browserLocks(navigator.locks),
      token: async () => ports.token(),
      random: Math.random,
      caches,
      onUnauthenticated: ports.onUnauthenticated,
      onPause: ports.pause.begin,
    },
  )
  // Whoever was asked to wait, the sender in whatever tab waits as well.
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
    noteEpoch({ database, epoch, now: browserClock.now() }).catch(onTrouble)
  }
  // Tens of thousands of products are no load for a page's memory: there the server is asked.
  const assortment = memory
    ? { refresh: async () => {}, stop: () => {} }
    : createAssortmentInWorker({
        database,
        userId: user.id,
        inPage: createAssortmentSync({
          database,
          api: ports.api,
          inTurn: (name, act) => navigator.locks.request(name, act),
          withRoom: (write) => withRoom({ database, caches }, write),
          now: browserClock.now,
        }),
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
    outbox,
    reads: createReads({ database, api: ports.api }),
    assortment,
    runner,
    health,
    contact,
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
