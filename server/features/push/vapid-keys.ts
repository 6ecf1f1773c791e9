import { generateKeyPairSync } from 'node:crypto'
import type { Database } from '#server/db/database.ts'
import { findSetting, insertSetting } from '#server/features/config/config.repository.ts'

/** The server's key pair (RFC 8292), as base64url. Browsers subscribe with the public one, so it lasts as long as the database. */
export type VapidKeys = { publicKey: string; privateKey: string }

const SETTING = 'vapid_keys'

/** Made by whichever instance asks first, and read once. */
export const vapidKeysOf = (database: Database): (() => Promise<VapidKeys>) => {
  let known: VapidKeys | undefined
  return async () => {
    known ??= await findKeys(database)
    if (known === undefined) {
      await insertSetting(database, SETTING, newKeys())
      known = await findKeys(database)
    }
    if (known === undefined) throw new Error('The settings lack the keys of notifications.')
    return known
  }
}

const findKeys = async (database: Database): Promise<VapidKeys | undefined> =>
  (await findSetting(database, SETTING)) as VapidKeys | undefined

const newKeys = (): VapidKeys => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return { publicKey: Buffer.concat(point).toString('base64url'), privateKey: d }
}
