import { withRoom } from '#src/store/quota.ts'
import type { UserDevice } from './user-device.ts'

/**
 * A change that is no operation, such as a choice: room is made where there is none.
 * @returns false where it was not kept; the person is told so by the status of the storage
 */
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
