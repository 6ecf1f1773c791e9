import { pathOf } from '#contract/endpoint.ts'
import { health } from '#contract/health.ts'
import { OUTBOX_REMAINS } from '#domain/worker-messages.ts'
import { openDeviceDatabase } from '#src/store/device-database.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { browserClock, browserLocks } from './browser-ports.ts'
import { noteContact } from './last-contact.ts'
import { createOutbox } from './outbox.ts'
import { createSender } from './sender.ts'
import { createFetchTransport } from './transport.ts'

/**
 * The same sender, run by the service worker on a `sync` event. Rejects with the code OUTBOX_REMAINS while something is
 * left to be sent, so that the browser tries again later.
 */
export const drainForWorker = async (): Promise<void> => {
  const device = openDeviceDatabase()
  try {
    const session = await device.session.get('current')
    if (!session) return
    await drainFor(session.userId, async () => {
      const current = await device.session.get('current')
      return current?.userId === session.userId ? current.token : undefined
    })
  } finally {
    device.close()
  }
}

const drainFor = async (userId: string, token: () => Promise<string | undefined>): Promise<void> => {
  const database = openUserDatabase(userId)
  try {
    const sender = createSender(
      { database, userId },
      {
        transport: createFetchTransport({ fetch: (input, init) => fetch(input, init) }),
        clock: browserClock,
        locks: browserLocks(navigator.locks),
        token,
        random: Math.random,
        caches: globalThis.caches,
        // The page asks the person to sign in again when it next calls; nothing can be asked here.
        onUnauthenticated: () => {},
      },
    )
    await noteContact(database, { reached: await isServerThere(), at: browserClock.now() })
    // The browser says that the signal is back: what failed without it need not wait any longer.
    await createOutbox({ database, now: browserClock.now, onChange: () => {} }).hurry()
    const drained = await sender.drain()
    const remains = drained.state === 'busy' ? (await database.outbox.count()) > 0 : drained.wakeAt !== null
    if (remains) throw Object.assign(new Error('Operations still wait'), { code: OUTBOX_REMAINS })
  } finally {
    database.close()
  }
}

/** No page is open to look for it; an order is not tried before somebody has. */
const isServerThere = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS)
    return (await fetch(pathOf(health.live, {}), { cache: 'no-store', signal })).ok
  } catch {
    return false
  }
}

const LOOK_TIMEOUT_MS = 8_000
