import type { CheckedLine } from '#domain/check-ins.ts'
import type { DeliveredLine } from '#domain/paperwork/bill.ts'
import type { CheckInDraft } from '#src/store/check-in-draft.ts'

export type DeliveredOrder = { id: string; orderNo: string; customerId: string; lines: DeliveredLine[] }

/** Of a server that was never restored. */
export const FIRST_EPOCH = 'epoch 1'

/** Something that a device keeps until it was answered. */
export type Made = { device: string; checkInId: string; isSure: boolean } & (
  | { kind: 'check_in'; lines: CheckedLine[] }
  | { kind: 'photo'; position: number; data: string }
  | { kind: 'answer'; words: string }
)

/**
 * Whether a device keeps what was counted on it. A check-in of its own that was refused comes back beneath it.
 * @param kept null: nothing
 */
export const isKept = (
  { drafts, made }: CheckInsLedger,
  device: string,
  kept: CheckInDraft | null,
): boolean => {
  const counted = drafts.get(device)
  if (JSON.stringify(kept) === JSON.stringify(counted ?? null)) return true
  if (kept === null || (counted !== undefined && counted.checkInId !== kept.checkInId)) return false
  const sent = [...made.values()].flatMap((each) =>
    each.kind === 'check_in' && each.device === device ? each.lines : [],
  )
  const isCounted = (position: string) => counted?.problems[Number(position)] !== undefined
  return (
    Object.entries(counted?.problems ?? {}).every(
      ([position, problem]) => JSON.stringify(kept.problems[Number(position)]) === JSON.stringify(problem),
    ) &&
    Object.entries(kept.problems).every(
      ([position, { problem, quantity }]) =>
        isCounted(position) ||
        sent.some(
          (line) =>
            line.position === Number(position) && line.problem === problem && line.quantity === quantity,
        ),
    )
  )
}

/** What the kitchen counted of its delivery and said, and what the office decided. */
export type CheckInsLedger = {
  order: DeliveredOrder
  staffToken: string
  /** Of the server that all this is about. */
  epoch: string
  /** By device, what is being counted. */
  drafts: Map<string, CheckInDraft>
  /** By id. Not sure: it was lost with its device, or a restored server may have forgotten it. */
  made: Map<string, Made>
  /** By check-in, for good. */
  decisions: Map<string, 'accepted' | 'refused'>
}
