import { findOrderingFor, type OrderingFor } from '#src/store/choice.ts'
import { type Stored, useStored } from './use-stored.ts'

/** Customer, day and trolly as they count now; null: no customer is chosen yet. */
export const useOrderingFor = (): Stored<OrderingFor | null> =>
  useStored(async (database) => (await findOrderingFor(database)) ?? null, [])
