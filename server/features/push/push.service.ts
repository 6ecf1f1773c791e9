import type { PushSettings, push } from '#contract/push.ts'
import { deviceName } from '#domain/device-name.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { isPushService } from './push-services.ts'
import {
  deleteDevice,
  findDevices,
  findMuted,
  putSubscription,
  setMuted,
} from './push-subscriptions.repository.ts'
import type { VapidKeys } from './vapid-keys.ts'

export type PushServiceParts = {
  database: Database
  config: Pick<Config, 'publicUrl' | 'pushServices'>
  keys: () => Promise<VapidKeys>
  now: () => Date
}

export const pushService = ({ database, config, keys, now }: PushServiceParts): Answers<typeof push> => {
  const settingsOf = async ({ userId, tokenId }: Caller): Promise<PushSettings> => {
    const [{ publicKey }, muted, devices] = await Promise.all([
      keys(),
      findMuted(database, userId),
      findDevices(database, userId),
    ])
    return {
      publicKey,
      muted,
      devices: devices.map((row) => ({
        id: row.id,
        device: deviceName(row.userAgent),
        createdAt: row.createdAt.toISOString(),
        lastSentAt: row.lastSentAt?.toISOString() ?? null,
        current: row.tokenId === tokenId,
      })),
    }
  }

  return {
    settings: ({ user }) => settingsOf(user),

    subscribe: async ({ user, body: { endpoint, keys }, request: { protocol, host } }) => {
      if (!isPushService(endpoint, config.pushServices)) throw unknownService()
      // PUBLIC_URL; without it, the address that the request came to, which a browser's page cannot choose.
      const address = config.publicUrl ?? `${protocol}://${host}`
      if (!URL.canParse(address)) throw new Refusal('invalid_request')
      const { origin } = new URL(address)
      const { userId, tokenId } = user
      await inTransaction(database, (connection) =>
        putSubscription(connection, { userId, tokenId, endpoint, ...keys, origin }, now()),
      )
      return await settingsOf(user)
    },

    unsubscribe: async ({ user, params: { id } }) => {
      if (!(await deleteDevice(database, user.userId, id))) throw new Refusal('record_not_found')
      return await settingsOf(user)
    },

    choose: async ({ user, body: { kind, wanted } }) => {
      await setMuted(database, { userId: user.userId, kind, muted: !wanted })
      return await settingsOf(user)
    },
  }
}

const unknownService = (): Refusal =>
  new Refusal('invalid_request', {
    message: 'Notifications cannot be sent to this browser, because we do not know its push service.',
    errors: [{ path: 'body/endpoint', message: 'is not at a push service that we send to' }],
  })
