import { isReached } from '#src/sync/engine/last-contact.ts'
import { useSharedStored } from './use-shared-stored.ts'

/** Whether the last request reached the server. True until one fails. */
export const useReached = (): boolean => useSharedStored(isReached).value ?? true
