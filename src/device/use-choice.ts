import { type Choice, findChoice } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { useSharedStored } from './use-shared-stored.ts'
import type { Stored } from './use-stored.ts'

/** null: no customer is chosen. store/choice.ts changes it. */
export const useChoice = (): Stored<Choice | null> => useSharedStored(readChoice)

const readChoice = async (database: UserDatabase): Promise<Choice | null> =>
  (await findChoice(database)) ?? null
