import type { User } from '#domain/user.ts'
import type { DeviceDatabase } from './device-database.ts'
import { CURRENT, type SessionRow } from './session-rows.ts'

/** Local storage owns user and token (specification). The row decides whether a start restores them, and serves the service worker. */
export type Session = { user: User; token: string }

export const SESSION_KEYS = { user: 'userData', token: 'token' } as const

/** undefined: signed out or unreadable. */
export const findSession = (storage: Storage): Session | undefined => {
  const token = storage.getItem(SESSION_KEYS.token)
  const user = parsedUser(storage.getItem(SESSION_KEYS.user))
  return token && user ? { token, user } : undefined
}

export const storeSession = (storage: Storage, { user, token }: Session): void => {
  storeUser(storage, user)
  storage.setItem(SESSION_KEYS.token, token)
}

export const storeUser = (storage: Storage, user: User): void =>
  storage.setItem(SESSION_KEYS.user, JSON.stringify(user))

export const clearSession = (storage: Storage): void => {
  storage.removeItem(SESSION_KEYS.user)
  storage.removeItem(SESSION_KEYS.token)
}

/** A session that it replaces has ended. */
export const keepSession = (device: DeviceDatabase, { user, token }: Session): Promise<void> =>
  device.transaction('rw', device.session, async () => {
    const before = await device.session.get(CURRENT)
    if (before?.token === token) return
    if (before) await device.session.put(ended(before))
    await device.session.put({ name: CURRENT, userId: user.id, token })
  })

/** @param unrevoked sessions that the server may still accept */
export const endSession = (
  device: DeviceDatabase,
  unrevoked: readonly Omit<SessionRow, 'name'>[],
): Promise<void> =>
  device.transaction('rw', device.session, async () => {
    await device.session.delete(CURRENT)
    await device.session.bulkPut(unrevoked.map(ended))
  })

const ended = ({ userId, token }: Omit<SessionRow, 'name'>): SessionRow => ({
  name: `ended:${sessionIdOf(token)}`,
  userId,
  token,
})

/** Tells sessions apart in browser history. 32 of the token's 256 bits cannot reveal it. */
export const sessionIdOf = (token: string): string => {
  let hash = 0
  for (const character of token) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) | 0
  return (hash >>> 0).toString(36)
}

const parsedUser = (text: string | null): User | undefined => {
  if (!text) return undefined
  try {
    const user = JSON.parse(text) as Partial<User>
    return typeof user.id === 'string' ? (user as User) : undefined
  } catch {
    // Written by another build or by hand: treated as signed out.
    return undefined
  }
}
