import type { User } from '#domain/user.ts'
import type { DeviceDatabase } from './device-database.ts'

/** Local storage owns user and token (specification); each start mirrors the token for the service worker. */
export type Session = { user: User; token: string }

export const SESSION_KEYS = { user: 'userData', token: 'token' } as const

/** undefined: signed out or unreadable. */
export const findSession = (storage: Storage): Session | undefined => {
  const token = storage.getItem(SESSION_KEYS.token)
  const user = parsedUser(storage.getItem(SESSION_KEYS.user))
  return token && user ? { token, user } : undefined
}

export const storeSession = (storage: Storage, { user, token }: Session): void => {
  storage.setItem(SESSION_KEYS.user, JSON.stringify(user))
  storage.setItem(SESSION_KEYS.token, token)
}

export const createSessionStore = (ports: { storage: Storage; device: DeviceDatabase }) => ({
  find: () => findSession(ports.storage),
  mirror: async ({ user, token }: Session): Promise<void> => {
    await ports.device.session.put({ name: 'current', userId: user.id, token })
  },
  clear: async (): Promise<void> => {
    ports.storage.removeItem(SESSION_KEYS.user)
    ports.storage.removeItem(SESSION_KEYS.token)
    await ports.device.session.delete('current')
  },
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
