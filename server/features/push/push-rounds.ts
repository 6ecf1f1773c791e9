import fp from 'fastify-plugin'
import { backoffMs } from '#server/backoff.ts'
import type { Database } from '#server/db/database.ts'
import { withLock } from '#server/db/transaction.ts'
import { runRounds } from '#server/plugins/rounds.ts'
import { remindOfCutOffs } from './cut-off-reminders.ts'
import {
  claimPush,
  deleteSubscription,
  findReceiver,
  noteSent,
  type QueuedPush,
  setPush,
} from './push-queue.repository.ts'
import type { PushSender } from './push-sender.ts'
import type { VapidKeys } from './vapid-keys.ts'

const EVERY_MS = 2_000
const REMIND_EVERY_MS = 60_000
/** Longer than an attempt, so that no second one begins beside it. */
const CLAIM_MS = 60_000
const RETRY = { firstMs: 15_000, mostMs: 3_600_000 }
const ATTEMPTS_MOST = 12
/** One slow push service holds up no more than its own lane. */
const LANES = 4
/** Our advisory lock number ('trol', 'push'). */
const LOCK = [0x74726f6c, 0x70757368] as const

declare module 'fastify' {
  interface FastifyInstance {
    /** Sends all notifications that are due, beside other instances. @returns how many were taken up */
    sendPushes: () => Promise<number>
    /** Queues the reminders that are due. Undefined if another instance is at it. */
    remindOfCutOffs: () => Promise<unknown>
  }
}

export type PushOptions = {
  database: Database
  send: PushSender
  keys: () => Promise<VapidKeys>
  now: () => Date
}

/** Sends what `push_queue` holds. A notification whose attempt was cut off is sent again; its tag keeps a device from showing two. */
export const pushRounds = fp(
  async (app, { database, send, keys, now }: PushOptions) => {
    const attempt = async (push: QueuedPush): Promise<void> => {
      const { id, kind, attempts, subscriptionId } = push
      const about = { pushId: id, kind, attempts, subscriptionId }
      const receiver = await findReceiver(database, subscriptionId)
      if (receiver === undefined) return
      const at = now()
      if (push.expiresAt <= at)
        return await setPush(database, id, { givenUpAt: at, lastError: 'It came too late.' })
      const delivery = await send(push, receiver, at)
      if (delivery.outcome === 'sent') {
        await noteSent(database, push, now())
        return app.log.info(about, 'notification sent')
      }
      const { reason } = delivery
      if (delivery.outcome === 'gone') {
        await deleteSubscription(database, receiver)
        return app.log.info({ ...about, reason }, 'device no longer takes notifications')
      }
      if (delivery.outcome === 'refused' || attempts >= ATTEMPTS_MOST) {
        await setPush(database, id, { givenUpAt: now(), lastError: reason })
        return app.log.warn({ ...about, reason }, 'notification given up')
      }
      const waitMs = Math.min(RETRY.mostMs, Math.max(delivery.retryAfterMs, backoffMs(attempts, RETRY)))
      await setPush(database, id, { nextAttemptAt: new Date(now().getTime() + waitMs), lastError: reason })
      app.log.info({ ...about, reason }, 'notification not sent yet')
    }

    const sendOne = async (): Promise<boolean> => {
      const at = now()
      const until = new Date(at.getTime() + CLAIM_MS)
      const latest = new Date(at.getTime() + RETRY.mostMs)
      const push = await claimPush(database, { now: at, until, latest })
      if (push !== undefined) await attempt(push)
      return push !== undefined
    }
    const sendAll = async (isClosing = () => false): Promise<number> => {
      let taken = 0
      const lane = async (): Promise<void> => {
        while (!isClosing() && (await sendOne())) taken += 1
      }
      if (isClosing() || !(await sendOne())) return taken
      await Promise.all(Array.from({ length: LANES }, lane))
      return taken + 1
    }
    app.decorate('sendPushes', () => sendAll())
    app.decorate('remindOfCutOffs', () => withLock(database, LOCK, () => remindOfCutOffs(database, now())))
    runRounds(app, {
      name: 'push',
      everyMs: EVERY_MS,
      // The first start makes the keys, which browsers subscribe with later.
      fromStart: true,
      round: async (signal) => {
        await keys()
        return await sendAll(() => signal.aborted)
      },
    })
    runRounds(app, { name: 'cut-off reminder', everyMs: REMIND_EVERY_MS, round: app.remindOfCutOffs })
  },
  { name: 'push-rounds' },
)
