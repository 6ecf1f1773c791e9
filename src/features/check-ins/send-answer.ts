import { v7 as uuidv7 } from 'uuid'
import { type CheckInOperation, checkInsLane } from '#domain/check-ins.ts'
import { takeAnswer } from '#src/store/answer-draft.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Queue } from '#src/sync/engine/queue.ts'

type OfClaim = { orderId: string; orderNo: string; customerId: string; checkInId: string }

/** The photos go first: the answer brings the claim back to the office, which then sees all of it. */
export const sendAnswer = (
  { database, queue }: { database: UserDatabase; queue: Queue },
  { customerId, ...of }: OfClaim,
  at: Date,
): Promise<void> =>
  queue.changing(checkInsLane(customerId), async ({ append }) => {
    const { words, photos } = await takeAnswer(database, { customerId, checkInId: of.checkInId })
    if (words.trim() === '') return
    const answer = { answerId: uuidv7(), at: at.toISOString(), words: words.trim() }
    const operations: CheckInOperation[] = [
      ...photos.map(({ id: photoId, ...photo }) => ({ ...of, kind: 'photo' as const, photoId, ...photo })),
      { ...of, kind: 'answer', ...answer },
    ]
    for (const operation of operations) await append(operation)
  })
