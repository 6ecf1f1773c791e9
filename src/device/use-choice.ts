import { type Choice, findChoice } from '#src/store/choice.ts'
import { type LiveQuery, type Stored, useLive } from './use-live.ts'

/** null: no customer is chosen. store/choice.ts changes it. */
export const useChoice = (): Stored<Choice | null> => useLive(CHOICE)

const CHOICE: LiveQuery<Choice | null> = {
  key: ['choice'],
  read: async (database) => (await findChoice(database)) ?? null,
}
