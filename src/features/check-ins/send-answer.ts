import { v7 as uuidv7 } from 'uuid'
import { type CheckInOperation, checkInsLane } from '#domain/check-ins.ts'
import { checkInsShown } from '#domain/check-ins-shown.ts'
import { type AnswerDraft, dropAnswers } from '#src/store/answer-draft.ts'
import { readShown } from '#src/store/lane-rows.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Queue } from '#src/sync/engine/queue.ts'

type OfClaim = { orderId: string; orderNo: string; customerId: string; checkInId: string }

/**
 * The photos go first: the answer brings the claim back to the office, which then sees all of it. What is on the screen
 * is sent, as it may not have been stored.
 */
export const sendAnswer = (
  { database, queue }: { database: UserDatabase; queue: Queue },
  { customerId, ...of }: OfClaim,
  { words, photos, at }: AnswerDraft & { at: Date },
): Promise<void> =>
  queue.changing(checkInsLane(customerId), async ({ append }) => {
    const made = await readShown(database, checkInsShown(customerId))
    await dropAnswers(database, customerId, [of.checkInId])
    // A second press, or another tab, finds it answered.
    if (made.find(({ id }) => id === of.checkInId)?.state !== 'asked') return
    const answer = { answerId: uuidv7(), at: at.toISOString(), words: words.trim() }
    const operations: CheckInOperation[] = [
      ...photos.map(({ id: photoId, ...photo }) => ({ ...of, kind: 'photo' as const, photoId, ...photo })),
      { ...of, kind: 'answer', ...answer },
    ]
    for (const operation of operations) await append(operation)
  })
