import { type CheckInMade, type CheckInOperation, checkInsLane } from '#domain/check-ins.ts'
import { type CheckInDraft, changeDraft, type Finish } from '#src/store/check-in-draft.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Queue } from '#src/sync/engine/queue.ts'

type OfOrder = { id: string; orderNo: string; customerId: string }

/** The draft becomes what is sent, in one transaction: a second press or tab finds no draft. */
export const sendDraft = (
  { database, queue }: { database: UserDatabase; queue: Queue },
  order: OfOrder,
  finish: Finish,
  at: Date,
): Promise<void> =>
  queue.changing(checkInsLane(order.customerId), async ({ append }) => {
    const draft = await changeDraft(database, order, () => undefined)
    for (const operation of draft ? operationsOf(order, draft, { ...finish, at: at.toISOString() }) : [])
      await append(operation)
  })

/** Undefined before anything was entered. */
export const finishOf = ({
  signedBy = '',
  signature,
  driverPin = '',
  empties = [],
}: CheckInDraft): Finish | undefined =>
  signature === undefined ? undefined : { signedBy, signature, driverPin, empties }

const operationsOf = (
  { id: orderId, orderNo }: OfOrder,
  { checkInId, checked, problems }: CheckInDraft,
  finished: Finish & Pick<CheckInMade, 'at'>,
): CheckInOperation[] => {
  const of = { orderId, orderNo, checkInId }
  const found = Object.entries(problems).map(([position, problem]) => ({
    position: Number(position),
    ...problem,
  }))
  const made: CheckInMade = {
    checkInId,
    checked,
    lines: found.map(({ photos: _, ...line }) => line),
    ...finished,
  }
  const photos = found.flatMap((line) =>
    line.photos.map(
      ({ id: photoId, data }): CheckInOperation => ({
        ...of,
        kind: 'photo',
        photoId,
        position: line.position,
        data,
      }),
    ),
  )
  return [{ ...of, kind: 'check_in', made }, ...photos]
}
