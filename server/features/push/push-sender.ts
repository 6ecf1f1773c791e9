import { createHash } from 'node:crypto'
import { PUSH_WORDS, pushMessageOf } from '#domain/push.ts'
import type { pushSubscriptions } from '#server/db/schema/push.ts'
import type { QueuedPush } from './push-queue.repository.ts'
import { isPushService } from './push-services.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type Receiver = typeof pushSubscriptions.$inferSelect

export type Delivery =
  | { outcome: 'sent' }
  /** The subscription is of no use any more. */
  | { outcome: 'gone'; reason: string }
  /** The push service refuses this notification for good. */
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string; retryAfterMs: number }

export type PushSenderParts = {
  keys: () => Promise<VapidKeys>
  services: readonly string[]
  /** Where push services write to if our notifications cause trouble: https or mailto. */
  contact: () => Promise<string>
}

export type PushSender = (push: QueuedPush, receiver: Receiver, now: Date) => Promise<Delivery>

/** One attempt; shorter than the time for which a notification is claimed. */
const ANSWER_MS = 15_000

/** Encrypts a notification for its browser (RFC 8291) and hands it to the browser's push service (RFC 8030). */
export const pushSenderOf =
  ({ keys, services, contact }: PushSenderParts): PushSender =>
  async (push, receiver, now) => {
    if (!isPushService(receiver.endpoint, services))
      return { outcome: 'gone', reason: 'Its push service is not among PUSH_SERVICES.' }
    const { endpoint, p256dh, auth, origin } = receiver
    const message = pushMessageOf({ kind: push.kind, path: push.path, origin })
    // Loaded with the first notification: a start does not wait for it.
    const { default: webPush } = await import('web-push')
    const vapidDetails = { ...(await keys()), subject: await contact() }
    let details: ReturnType<typeof webPush.generateRequestDetails>
    try {
      details = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails,
          TTL: Math.max(0, Math.floor((push.expiresAt.getTime() - now.getTime()) / 1000)),
          urgency: PUSH_WORDS[push.kind].urgency,
          topic: topicOf(message.notification.tag),
        },
      )
    } catch (error) {
      return { outcome: 'gone', reason: `Its keys cannot be used: ${String(error)}` }
    }
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        // A push service does not redirect, and another address has not been checked.
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
        headers: Object.entries(details.headers)
          // fetch sets it itself.
          .filter(([name]) => name !== 'Content-Length')
          .map(([name, value]): [string, string] => [name, String(value)]),
        body: new Uint8Array(details.body ?? []),
      })
      await response.body?.cancel()
      return deliveryOf(response)
    } catch (error) {
      return {
        outcome: 'later',
        reason: `The push service was not reached: ${reasonOf(error)}`,
        retryAfterMs: 0,
      }
    }
  }

const GONE = [404, 410]
const LATER = [408, 429]

const deliveryOf = ({ status, ok, headers }: Response): Delivery => {
  if (ok) return { outcome: 'sent' }
  const reason = `The push service answered ${status}.`
  if (GONE.includes(status)) return { outcome: 'gone', reason }
  if (status < 500 && !LATER.includes(status)) return { outcome: 'refused', reason }
  const seconds = Number(headers.get('retry-after'))
  return { outcome: 'later', reason, retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : 0 }
}

/** A topic has at most 32 characters of base64url. Its hash tells the push service nothing of the page. */
const topicOf = (tag: string): string => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/** fetch says "fetch failed", and why in its cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
