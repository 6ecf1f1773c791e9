import { isReached } from '#src/sync/last-contact.ts'
import { useStored } from './use-stored.ts'

/** Whether the last request reached the server, which is all that a device can know of its signal. True until one fails. */
export const useReached = (): boolean => useStored(isReached, []).value ?? true
