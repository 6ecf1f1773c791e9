import { ORDERING_FOR, type OrderingFor } from '#src/store/choice.ts'
import { type Stored, useLive } from './use-live.ts'

/** null: no customer is chosen. */
export const useOrderingFor = (): Stored<OrderingFor | null> => useLive(ORDERING_FOR)
