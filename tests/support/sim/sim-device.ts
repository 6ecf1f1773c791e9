import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { clearCaches } from '#src/store/clearing.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { noteContact } from '#src/sync/engine/last-contact.ts'
import type { Clock, Transport, TransportReply } from '#src/sync/engine/ports.ts'
import type { Queue } from '#src/sync/engine/queue.ts'
import { createSender, type Sender } from '#src/sync/engine/sender.ts'
import type { Outbox } from '#src/sync/trollies/outbox.ts'
import { waitingWork } from '#tests/support/waiting-work.ts'
import { type DeviceBuild, nounsOf } from './device-builds.ts'
import { createSimLocks, type SimLocks } from './sim-locks.ts'
import {
  BAD_GATEWAY,
  type Fault,
  PORTAL_REPLY,
  type Sent,
  type SimNetwork,
  UNAVAILABLE,
} from './sim-network.ts'
import { watchSent } from './watch-sent.ts'

/**
 * A device as the product sees one: its own IndexedDB, any number of tabs over it, each with the real outbox and the real sender.
 * Only the network, the clock and the locks are simulated.
 */
export type SimDevice = {
  name: string
  userId: string
  token: string
  /** It knows that its session has ended. */
  signedOut: boolean
  tabs: SimTab[]
  /** Every request ever sent, by key: the bytes of one key may never differ. */
  sentBytes: Map<string, Set<string>>
  /** What it has shown to other phones, by key: they may have sent it in its place. */
  handedOver: Map<string, string>
  /** Keys queued at a restore: a device that knows of it must ask before sending them. */
  asksBefore: Set<string>
  /** The rules it broke, in words. */
  broken: string[]
  openTab: () => SimTab
  /** Updates to another build: its pages reload. A frozen one keeps its build. */
  update: (build: DeviceBuild) => Promise<void>
  /** A 401 signs it out, as src/device/device.ts does. */
  leave: (database: UserDatabase) => Promise<void>
}

export type SimTab = {
  database: UserDatabase
  queue: Queue
  outbox: Outbox
  /** Drains with these faults, one per request, then without. Ends when the drain or the tab does. */
  drain: (faults?: readonly Fault[]) => Promise<void>
  state: 'alive' | 'frozen' | 'dead'
  close: () => void
  /** A frozen tab resumes where it stopped. */
  thaw: () => Promise<void>
}

export type SimWorld = { clock: SimClock; network: SimNetwork; random: () => number }

export type SimClock = Clock & { advance: (ms: number) => void }

export const createSimClock = (start: number): SimClock => {
  let now = start
  return {
    now: () => now,
    // Drains are requested one by one here; nothing waits for a timer.
    after: () => () => {},
    advance: (ms) => {
      now += ms
    },
  }
}

export const createSimDevice = (
  { clock, network, random }: SimWorld,
  {
    name,
    userId,
    token,
    build: installed = 'same',
  }: { name: string; userId: string; token: string; build?: DeviceBuild },
): SimDevice => {
  const indexedDB = new IDBFactory()
  const locks: SimLocks = createSimLocks()
  let build = installed
  const device: SimDevice = {
    name,
    userId,
    token,
    signedOut: false,
    tabs: [],
    sentBytes: new Map(),
    handedOver: new Map(),
    asksBefore: new Set(),
    broken: [],
    openTab: () => {
      const tab = openTab()
      device.tabs.push(tab)
      return tab
    },
    update: async (to) => {
      build = to
      for (const tab of device.tabs) if (tab.state === 'alive') tab.close()
      const { database } = device.openTab()
      // Fields that an earlier build did not write.
      await database.outbox.toCollection().modify((record) => {
        delete record.attemptsInARow
      })
    },
    leave: async (database) => {
      device.signedOut = true
      // Together: meanwhile answers to other requests may settle operations.
      const [before, after] = await database.transaction('rw', database.tables, async () => {
        const before = await database.outbox.toCollection().primaryKeys()
        await clearCaches(database)
        return [before, await database.outbox.toCollection().primaryKeys()]
      })
      if (String(before) !== String(after))
        device.broken.push(`${name} lost ${before} to a 401, ${after} stay`)
    },
  }

  const openTab = (): SimTab => {
    const database = openUserDatabase(userId, { indexedDB, IDBKeyRange })
    const identity = {}
    let faults: Fault[] = []
    let end: () => void = () => {}
    let goOn: () => void = () => {}
    let standing: Promise<void> = Promise.resolve()

    /**
     * Freezes the whole tab from here: for ever, or until it is thawed. Requests of several trollies are in progress at once, so
     * a tab may be frozen again while frozen: it waits at one gate, and a dead one stays dead.
     */
    const stop = (state: 'frozen' | 'dead'): Promise<void> => {
      if (tab.state === 'alive')
        standing = new Promise((resolve) => {
          goOn = resolve
        })
      if (tab.state !== 'dead') tab.state = state
      if (tab.state === 'dead') locks.release(identity)
      end()
      return standing
    }
    const untilStopped = (): Promise<void> =>
      new Promise((resolve) => {
        end = resolve
      })
    const deliver = async (sent: Sent): Promise<TransportReply> => {
      const reply = await network.deliver(sent)
      await standing
      return network.requireSameServer(sent, reply)
    }

    const transport: Transport = {
      send: async (request, { epoch: known }): Promise<TransportReply> => {
        await standing
        await watchSent({ device, database, epoch: network.epoch }, request)
        const sent = { request, token: device.token, epoch: network.epoch, known }
        switch (faults.shift() ?? 'ok') {
          case 'ok':
            return deliver(sent)
          case 'cut':
            throw new TypeError('Failed to fetch')
          case 'lostReply':
            await deliver(sent)
            throw new TypeError('Failed to fetch')
          case 'late':
            network.keepForLater(sent)
            throw new DOMException('Timed out', 'TimeoutError')
          case 'twice':
            return (await Promise.all([deliver(sent), deliver(sent)]))[0]
          case 'portal':
            return PORTAL_REPLY
          case 'portalAfter':
            await deliver(sent)
            return PORTAL_REPLY
          case 'badGateway':
            return BAD_GATEWAY
          case 'unavailable':
            return UNAVAILABLE
          case 'dieBefore':
            await stop('dead')
            throw new Error('unreachable')
          case 'dieAfter':
            await network.deliver(sent)
            await stop('dead')
            throw new Error('unreachable')
          case 'freezeBefore':
            await stop('frozen')
            return deliver(sent)
          case 'freezeAfter': {
            const reply = await network.deliver(sent)
            await stop('frozen')
            return network.requireSameServer(sent, reply)
          }
        }
      },
    }
    const sender: Sender = createSender(
      { database, nouns: nounsOf(build, random), userId },
      {
        transport,
        clock,
        locks: locks.forTab(identity),
        token: async () => (device.signedOut ? undefined : device.token),
        random,
        onUnauthenticated: () => {
          left = device.leave(database)
        },
      },
    )
    let draining: Promise<unknown> = Promise.resolve()
    let left: Promise<void> | undefined
    const tab: SimTab = {
      database,
      ...waitingWork(database, { now: clock.now }),
      state: 'alive',
      close: () => {
        tab.state = 'dead'
        locks.release(identity)
      },
      drain: async (planned = []) => {
        if (tab.state !== 'alive') return
        faults = [...planned]
        // The device probes the server itself before sending anything that must not be attempted in vain.
        await noteContact(database, { reached: planned[0] !== 'cut', at: clock.now() })
        const stopped = untilStopped()
        draining = sender.drain()
        await Promise.race([draining, stopped])
        await left
      },
      thaw: async () => {
        if (tab.state !== 'frozen') return
        tab.state = 'alive'
        faults = []
        const stopped = untilStopped()
        goOn()
        await Promise.race([draining, stopped])
        await left
      },
    }
    return tab
  }
  return device
}
