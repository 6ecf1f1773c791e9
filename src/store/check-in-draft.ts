import { CHECK_IN_DRAFTS, type CheckedLine, type CheckInMade } from '#domain/check-ins.ts'
import { type Lane, laneOf } from '#domain/outbox/record.ts'
import type { UserDatabase } from './user-database.ts'

/** A delivery that somebody is counting: kept with each tap, as a phone is put down and reloaded between two crates. */

export type DraftPhoto = { id: string; data: string }
export type DraftProblem = Omit<CheckedLine, 'position'> & { photos: DraftPhoto[] }

export type Finish = Pick<CheckInMade, 'signedBy' | 'signature' | 'driverPin' | 'empties'>

/** With what was entered so far when it was to be sent. */
export type CheckInDraft = Partial<Finish> & {
  checkInId: string
  checked: number[]
  /** By the line's position. */
  problems: Record<number, DraftProblem>
  /** The person has put it aside, and sees the order's lines. */
  isPaused?: boolean
}

type OfOrder = { id: string; customerId: string }

const draftKey = ({ id, customerId }: OfOrder): [Lane, string] => [laneOf(CHECK_IN_DRAFTS, customerId), id]

/** null: nobody is counting it on this device. */
export const draftQuery = (order: OfOrder) => ({
  key: ['check-in draft', order.id],
  read: async ({ rows }: UserDatabase): Promise<CheckInDraft | null> =>
    ((await rows.get(draftKey(order)))?.value as CheckInDraft | undefined) ?? null,
})

/** What was sent and refused is counted again. A problem that was counted since is newer; a tick may have been one of all lines. */
export const withCountedBefore = (before: CheckInDraft, draft: CheckInDraft | undefined): CheckInDraft => {
  if (draft === undefined) return before
  const problems = { ...before.problems, ...draft.problems }
  const checked = [...new Set([...before.checked, ...draft.checked])]
  return {
    ...before,
    ...draft,
    problems,
    checked: checked.filter((position) => problems[position] === undefined),
  }
}

/** @param change undefined: nobody counts it any longer */
export const changeDraft = (
  { rows }: UserDatabase,
  order: OfOrder,
  change: (draft: CheckInDraft | undefined) => CheckInDraft | undefined,
): Promise<CheckInDraft | undefined> =>
  rows.db.transaction('rw', rows, async () => {
    const [lane, id] = draftKey(order)
    const known = (await rows.get([lane, id]))?.value as CheckInDraft | undefined
    const value = change(known)
    await (value === undefined ? rows.delete([lane, id]) : rows.put({ lane, id, value }))
    return known
  })
