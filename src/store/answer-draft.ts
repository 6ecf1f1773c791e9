import { CHECK_IN_DRAFTS } from '#domain/check-ins.ts'
import { type Lane, laneOf } from '#domain/outbox/record.ts'
import type { DraftPhoto } from './check-in-draft.ts'
import type { UserDatabase } from './user-database.ts'

/** An answer to the office that is being written: kept with each letter, among the check-ins that are being counted. */

export type AnswerDraft = { words: string; photos: (DraftPhoto & { position: number })[] }

const NO_ANSWER: AnswerDraft = { words: '', photos: [] }

type OfClaim = { customerId: string; checkInId: string }

/** `answersBefore` tells one question from the next: a colleague may have answered what this draft was written for. */
type OfQuestion = OfClaim & { answersBefore: number }

/** Earlier builds did not count the answers. */
type StoredAnswer = AnswerDraft & { answersBefore?: number }

const keyOf = ({ customerId, checkInId }: OfClaim): [Lane, string] => [
  laneOf(CHECK_IN_DRAFTS, customerId),
  checkInId,
]

export const answerQuery = ({ answersBefore, ...claim }: OfQuestion) => ({
  key: ['answer draft', claim.checkInId, answersBefore],
  read: async ({ rows }: UserDatabase): Promise<AnswerDraft> => {
    const stored = (await rows.get(keyOf(claim)))?.value as StoredAnswer | undefined
    return stored && (stored.answersBefore ?? 0) === answersBefore ? stored : NO_ANSWER
  },
})

export const keepAnswer = async (
  { rows }: UserDatabase,
  { answersBefore, ...claim }: OfQuestion,
  answer: AnswerDraft,
): Promise<void> => {
  const [lane, id] = keyOf(claim)
  const value: StoredAnswer = { ...answer, answersBefore }
  await rows.put({ lane, id, value })
}

/** Not `async`, as in src/store/lane-rows.ts. */
export const dropAnswers = ({ rows }: UserDatabase, customerId: string, checkInIds: readonly string[]) =>
  rows.bulkDelete(checkInIds.map((checkInId) => keyOf({ customerId, checkInId })))
