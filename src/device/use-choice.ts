import { type Choice, findChoice } from '#src/store/choice.ts'
import { type Stored, useStored } from './use-stored.ts'

/** Whom and which day one orders for; null: no customer is chosen yet. Changed by the functions of store/choice.ts. */
export const useChoice = (): Stored<Choice | null> =>
  useStored(async (database) => (await findChoice(database)) ?? null, [])
