import { type PlacedAmounts, replacedQuantity } from './as-placed.ts'
import { type Discounted, discountPenceOf } from './discounts.ts'
import type { DeclaredAllergens, SubstitutionChoice, TakeSubstitute } from './line-terms.ts'
import { shareOf } from './money.ts'
import type { OrderStatus } from './order.ts'
import { scaledShares } from './paperwork/bill.ts'
import type { Product } from './product.ts'
import { allergenDifference, type BrokenAgreement, brokenAgreement, isConfirmed } from './substitution.ts'

/**
 * The rules for picking a short line. A substitute becomes a line of its own, and the line it replaces shrinks by the same number. So
 * an order's lines always say what will be delivered, and their sums are right (docs/decisions/0048).
 */

type Amounts = Discounted & { quantity: number; netPence: number }
type PickedLine = Amounts & {
  /** Missing or null: as it was placed. */
  placed?: PlacedAmounts | null | undefined
  standsFor?: number | null | undefined
}

export const mayPick = ({ status }: { status: OrderStatus }): boolean =>
  status === 'placed' || status === 'picking' || status === 'dispatched'

export const placedAmounts = ({ quantity, netPence, discounts, placed }: PickedLine): PlacedAmounts =>
  placed ?? { quantity, netPence, discounts: discounts ? [...discounts] : null }

/**
 * The line without the quantity that substitutes replace. Its discounts shrink in proportion; all parts sum to the whole line. A discount
 * of which no penny is left is no longer one.
 */
export const reducedBy = (
  line: PickedLine,
  replaced: number,
): PlacedAmounts & { placed: PlacedAmounts | null } => {
  const whole = placedAmounts(line)
  if (replaced === 0) return { ...whole, placed: null }
  const quantity = whole.quantity - replaced
  const netPence = shareOf(whole.netPence, quantity, whole.quantity)
  const fullPence = shareOf(whole.netPence + discountPenceOf(whole), quantity, whole.quantity)
  const shares = scaledShares(whole.discounts ?? [], fullPence - netPence).filter(({ pence }) => pence > 0)
  return { quantity, netPence, discounts: shares.length > 0 ? shares : null, placed: whole }
}

/**
 * Why the agreed substitute may not come now; undefined if it may. A dearer one may, at the price that was agreed. Allergens are
 * compared with the original's and with what the customer saw, as nobody can be asked again at picking: an original that gained
 * mustard does not let the substitute gain it too.
 * @param original null: not known @param substitute null: no longer sold to this customer
 */
export const substituteRefused = (
  agreed: TakeSubstitute,
  original: DeclaredAllergens | null,
  substitute: Product | null,
): BrokenAgreement | undefined => {
  const broken = brokenAgreement(agreed, original, substitute)
  if (broken === 'gone' || broken === 'allergens' || substitute === null) return broken
  if (!isConfirmed(allergenDifference(agreed.seen, substitute), agreed.confirmed)) return 'allergens'
  return agreed.seen.pricePence === null ? 'dearer' : undefined
}

/** The lower of the price that the customer agreed to and today's. */
export const agreedPricePence = ({ seen }: TakeSubstitute, { pricePence }: Product): number =>
  Math.min(seen.pricePence ?? Infinity, pricePence ?? Infinity)

type ShortLine = Pick<PickedLine, 'quantity' | 'placed' | 'standsFor'> & {
  name: string
  position?: number | undefined
  shortQuantity?: number | null | undefined
  substitution?: SubstitutionChoice | null | undefined
}

/** What comes in place of a line. */
const substitutesOf = <Line extends ShortLine>(line: ShortLine, lines: readonly Line[]): Line[] =>
  lines.filter(({ standsFor }) => typeof standsFor === 'number' && standsFor === line.position)

/** `1 of 3 replaced by Limes`, `1 of 3 to follow`, `1 of 3 will be missing`: what was decided for a line before it is delivered. */
export const shortTexts = (line: ShortLine, lines: readonly ShortLine[]): string[] => {
  const { quantity, shortQuantity, substitution } = line
  const replaced = replacedQuantity(line)
  const ordered = quantity + replaced
  const missing = (shortQuantity ?? 0) - replaced
  const names = substitutesOf(line, lines).map(({ name }) => name)
  return [
    ...(replaced > 0 ? [`${replaced} of ${ordered} replaced by ${names.join(', ')}`] : []),
    ...(missing > 0
      ? [`${missing} of ${ordered} ${substitution?.kind === 'wait' ? 'to follow' : 'will be missing'}`]
      : []),
  ]
}
