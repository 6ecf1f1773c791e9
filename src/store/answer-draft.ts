import { CHECK_IN_DRAFTS } from '#domain/check-ins.ts'
import { type Lane, laneOf } from '#domain/outbox/record.ts'
import type { DraftPhoto } from './check-in-draft.ts'
import type { UserDatabase } from './user-database.ts'

/** An answer to the office that is being written: kept with each letter, among the check-ins that are being counted. */

export type AnswerDraft = { words: string; photos: (DraftPhoto & { position: number })[] }

export const NO_ANSWER: AnswerDraft = { words: '', photos: [] }

type OfClaim = { customerId: string; checkInId: string }

const keyOf = ({ customerId, checkInId }: OfClaim): [Lane, string] => [
  laneOf(CHECK_IN_DRAFTS, customerId),
  checkInId,
]

export const answerQuery = (claim: OfClaim) => ({
  key: ['answer draft', claim.checkInId],
  read: async ({ rows }: UserDatabase): Promise<AnswerDraft> =>
    ((await rows.get(keyOf(claim)))?.value as AnswerDraft | undefined) ?? NO_ANSWER,
})

export const keepAnswer = async (
  { rows }: UserDatabase,
  claim: OfClaim,
  value: AnswerDraft,
): Promise<void> => {
  const [lane, id] = keyOf(claim)
  await rows.put({ lane, id, value })
}

/** @returns what was written so far */
export const takeAnswer = async ({ rows }: UserDatabase, claim: OfClaim): Promise<AnswerDraft> => {
  const value = (await rows.get(keyOf(claim)))?.value as AnswerDraft | undefined
  await rows.delete(keyOf(claim))
  return value ?? NO_ANSWER
}
