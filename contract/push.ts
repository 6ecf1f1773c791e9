import { type Static, Type } from 'typebox'
import { PUSH_KINDS } from '#domain/push.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, naming, nullable, oneOf, Uuid } from './values.ts'

/** Notifications that reach a device while the app is closed. */

export const PushDevice = Strict({
  id: Uuid,
  /** Such as `Safari on iPhone`. */
  device: Type.String(),
  createdAt: Instant,
  /** When the last notification was handed to its push service. */
  lastSentAt: nullable(Instant),
  current: Type.Boolean(),
})
export type PushDevice = Static<typeof PushDevice>

export const PushSettings = Strict({
  /** The server's public key (VAPID), which a browser subscribes with. */
  publicKey: Type.String(),
  /** What the user does not want to be told, on any device. Kinds of a newer server are unknown to a device, which ignores them. */
  muted: Type.Array(Type.String()),
  devices: Type.Array(PushDevice),
})
export type PushSettings = Static<typeof PushSettings>

/** The lengths that a P-256 point and sixteen bytes have as base64url. */
const Keys = Strict({
  p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', maxLength: 88 }),
  auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(?:==)?$', maxLength: 24 }),
})

export const push = {
  settings: endpoint('GET', 'push', {
    reply: PushSettings,
    access: 'user',
    summary: 'The key to subscribe with, one’s choices, and the devices that are sent notifications.',
  }),
  subscribe: endpoint('PUT', 'push/subscription', {
    body: Strict({ endpoint: Type.String({ maxLength: 1_000, pattern: '^https?://[!-~]+$' }), keys: Keys }),
    reply: PushSettings,
    access: 'user',
    summary: 'Send notifications to this device. Replaces what its sign-in subscribed before.',
  }),
  unsubscribe: endpoint('DELETE', 'push/subscription/{id}', {
    params: Strict({ id: naming(Uuid, 'record_not_found') }),
    reply: PushSettings,
    access: 'user',
    summary: 'Stop notifications on one of one’s own devices.',
  }),
  choose: endpoint('PUT', 'push/choice', {
    body: Strict({ kind: oneOf(PUSH_KINDS), wanted: Type.Boolean() }),
    reply: PushSettings,
    access: 'user',
    summary: 'Turn one kind of notification on or off, for all of one’s devices.',
  }),
}
