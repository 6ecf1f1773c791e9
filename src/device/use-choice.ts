import { type Choice, findChoice } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { useSharedStored } from './use-shared-stored.ts'
import type { Stored } from './use-stored.ts'

/** Whom and which day one orders for; null: no customer is chosen yet. Changed by the functions of store/choice.ts. */
export const useChoice = (): Stored<Choice | null> => useSharedStored(readChoice)

const readChoice = async (database: UserDatabase): Promise<Choice | null> =>
  (await findChoice(database)) ?? null
