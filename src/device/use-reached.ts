import { isReached } from '#src/sync/last-contact.ts'
import { useSharedStored } from './use-shared-stored.ts'

/** Whether the last request reached the server, which is all that a device can know of its signal. True until one fails. */
export const useReached = (): boolean => useSharedStored(isReached).value ?? true
