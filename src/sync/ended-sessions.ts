import { auth } from '#contract/auth.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createApiClient } from '#src/api/client.ts'
import type { DeviceDatabase } from '#src/store/device/device-database.ts'
import { CURRENT } from '#src/store/device/session-rows.ts'

/**
 * Ends on the server the sessions whose sign-out it has not heard of. The device keeps their tokens until it has, and no longer.
 * @returns how many are left for the next connection
 */
export const revokeEndedSessions = async (
  device: Pick<DeviceDatabase, 'session'>,
  baseUrl = '',
): Promise<number> => {
  const ended = await device.session.where('name').notEqual(CURRENT).toArray()
  let left = 0
  for (const { name, token } of ended) {
    const api = createApiClient({ token: () => token, onUnauthenticated: () => {}, baseUrl })
    const isRevoked = await api.call(auth.signOut).then(
      () => true,
      (error) => error instanceof ApiError && error.reachedServer && error.status === 401,
    )
    if (isRevoked) await device.session.delete(name)
    else left += 1
  }
  return left
}
