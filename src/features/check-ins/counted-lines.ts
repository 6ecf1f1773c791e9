import type { TrackedOrder } from '#contract/orders.ts'
import { claimUntil } from '#domain/claims.ts'

export type CountedLine = TrackedOrder['lines'][number] & { position: number }

/** An order kept by an earlier build does not name its lines yet. */
export const countedLines = ({ lines }: TrackedOrder): CountedLine[] =>
  lines.flatMap((line) => (line.position === undefined ? [] : [{ ...line, position: line.position }]))

export const isTooLate = ({ storageType = 'ambient' }: CountedLine, order: TrackedOrder, now: number) =>
  now > claimUntil(storageType, order).getTime()

/** @param claimed how much of the line is claimed already */
export const hasUnclaimed = ({ quantity, deliveredQuantity }: CountedLine, claimed: number): boolean =>
  (deliveredQuantity ?? quantity) > claimed
