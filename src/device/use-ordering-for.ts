import { type OrderingFor, watchOrderingFor } from '#src/store/choice.ts'
import { useSharedWatched } from './use-shared-stored.ts'
import type { Stored } from './use-stored.ts'

/** null: no customer is chosen. */
export const useOrderingFor = (): Stored<OrderingFor | null> => useSharedWatched(watchOrderingFor)
