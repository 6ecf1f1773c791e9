import { withRoom } from '#src/store/quota.ts'
import type { UserDevice } from './user-device.ts'

/** Stores a change that is no operation, making room if needed. @returns false on failure, which the status shows */
export const keepOnDevice = async (
  { database, health }: Pick<UserDevice, 'database' | 'health'>,
  write: () => Promise<void>,
): Promise<boolean> => {
  const { caches } = globalThis
  return health
    .watch(
      () => withRoom({ database, caches }, write),
      () => false,
    )
    .then(
      () => true,
      () => false,
    )
}
