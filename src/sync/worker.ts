import { pathOf } from '#contract/endpoint.ts'
import { health } from '#contract/health.ts'
import { OUTBOX_REMAINS } from '#domain/worker-messages.ts'
import { parsedJson, readReply } from '#src/api/read-reply.ts'
import { openDeviceDatabase } from '#src/store/device/device-database.ts'
import { CURRENT } from '#src/store/device/session-rows.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { revokeEndedSessions } from './ended-sessions.ts'
import { browserClock, browserLocks } from './engine/browser-ports.ts'
import { noteContact } from './engine/last-contact.ts'
import { createQueue } from './engine/queue.ts'
import { createSender } from './engine/sender.ts'
import { createFetchTransport } from './engine/transport.ts'
import { NOUNS } from './nouns.ts'

/** The service worker's sender. Rejects with OUTBOX_REMAINS while work, or a sign-out, is left to send, so that the browser retries. */
export const drainForWorker = async (): Promise<void> => {
  const device = openDeviceDatabase()
  try {
    const left = await revokeEndedSessions(device)
    const session = await device.session.get(CURRENT)
    if (session)
      await drainFor(session.userId, async () => {
        const current = await device.session.get(CURRENT)
        return current?.userId === session.userId ? current.token : undefined
      })
    if (left > 0) throw workRemains()
  } finally {
    device.close()
  }
}

const drainFor = async (userId: string, token: () => Promise<string | undefined>): Promise<void> => {
  const database = openUserDatabase(userId)
  try {
    const sender = createSender(
      { database, nouns: NOUNS, userId },
      {
        transport: createFetchTransport({ fetch: (input, init) => fetch(input, init) }),
        clock: browserClock,
        locks: browserLocks(navigator.locks),
        token,
        random: Math.random,
        caches: globalThis.caches,
        // The page asks the person to sign in at its next call.
        onUnauthenticated: () => {},
      },
    )
    await noteContact(database, { reached: await isServerThere(), at: browserClock.now() })
    // The browser reports a connection: earlier failures need not wait.
    await createQueue({ database, nouns: NOUNS, now: browserClock.now, onChange: () => {} }).hurry()
    const drained = await sender.drain()
    const left = await database.outbox.count()
    // No page is open to do it (src/features/status/work-line.tsx).
    if (left === 0) await navigator.clearAppBadge?.().catch(() => {})
    const remains = drained.state === 'busy' ? left > 0 : drained.wakeAt !== null
    if (remains) throw workRemains()
  } finally {
    database.close()
  }
}

const workRemains = (): Error => Object.assign(new Error('Operations still wait'), { code: OUTBOX_REMAINS })

/** With no page open to check: orders are not tried before a check. */
const isServerThere = async (): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(LOOK_TIMEOUT_MS)
    const reply = await fetch(pathOf(health.live, {}), { cache: 'no-store', signal })
    // A portal answers every call with its own page.
    return reply.ok && readReply(health.live.reply, parsedJson(await reply.text())) !== undefined
  } catch {
    return false
  }
}

const LOOK_TIMEOUT_MS = 8_000
