import { readSync } from '#src/sync/sync-state.ts'
import { useStored } from './use-stored.ts'

/** Whether the last request reached the server, which is all that a device can know of its signal. True until one fails. */
export const useReached = (): boolean =>
  useStored(async (database) => (await readSync(database, 'lastContact'))?.reached ?? true, []).value ?? true
