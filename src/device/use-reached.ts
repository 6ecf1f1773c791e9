import { isReached } from '#src/sync/engine/last-contact.ts'
import { useLive } from './use-live.ts'

const REACHED = { key: ['reached'], read: isReached }

/** Whether the last request reached the server. True until one fails. */
export const useReached = (): boolean => useLive(REACHED).value ?? true
