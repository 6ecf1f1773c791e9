import type { DiscountShare } from './discounts.ts'

/** The amounts of a line as ordered, before any of it was substituted (domain/picking.ts). */
export type PlacedAmounts = { quantity: number; netPence: number; discounts: DiscountShare[] | null }

type PickedLine = {
  quantity: number
  /** Missing or null: substitutes replace nothing of the line. */
  placed?: PlacedAmounts | null | undefined
  /** Set on a substitute only: the position of the line it stands in for. */
  standsFor?: number | null | undefined
}

/** The lines as they were placed, without substitutes: for whatever repeats, changes or hands over what was ordered. */
export const asPlaced = <Line extends PickedLine>(lines: readonly Line[]): Line[] =>
  lines
    .filter(({ standsFor }) => typeof standsFor !== 'number')
    .map((line) => (line.placed ? { ...line, ...line.placed, placed: null } : line))

/** How many of a line substitutes replace. */
export const replacedQuantity = ({ quantity, placed }: PickedLine): number =>
  placed ? placed.quantity - quantity : 0
