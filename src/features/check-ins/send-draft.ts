import { type CheckInMade, type CheckInOperation, checkInsLane } from '#domain/check-ins.ts'
import { type CheckInDraft, changeDraft, type DraftProblem, type Finish } from '#src/store/check-in-draft.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Queue } from '#src/sync/engine/queue.ts'

type OfOrder = { id: string; orderNo: string; customerId: string }

/** `change` gives the line's problem from the stored one; undefined means that there is none. */
export type EnteredProblem = {
  position: number
  change: (stored: DraftProblem | undefined) => DraftProblem | undefined
}

type Sent = {
  finish: Finish
  /** The problem on the screen, which may not have been stored yet. */
  entered?: EnteredProblem | undefined
  at: Date
}

/**
 * The draft becomes what is sent, in one transaction: a second press or tab finds no draft. @returns whether there was
 * something to send
 */
export const sendDraft = (
  { database, queue }: { database: UserDatabase; queue: Queue },
  order: OfOrder,
  { finish, entered, at }: Sent,
): Promise<boolean> =>
  queue.changing(checkInsLane(order.customerId), async ({ append }) => {
    const stored = await changeDraft(database, order, () => undefined)
    const draft = stored && entered ? withProblem(stored, entered) : stored
    if (draft === undefined || isEmptyDraft(draft)) return false
    for (const operation of operationsOf(order, draft, { ...finish, at: at.toISOString() }))
      await append(operation)
    return true
  })

export const withProblem = (draft: CheckInDraft, { position, change }: EnteredProblem): CheckInDraft => {
  const { [position]: stored, ...others } = draft.problems
  const problem = change(stored)
  return {
    ...draft,
    checked: draft.checked.filter((each) => each !== position),
    problems: problem === undefined ? others : { ...others, [position]: problem },
  }
}

/** Such as a report that was opened and closed again. */
export const isEmptyDraft = ({ checked, problems }: CheckInDraft): boolean =>
  checked.length === 0 && Object.keys(problems).length === 0

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
