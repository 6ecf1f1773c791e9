import type { Product } from '#domain/product.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import type { SaidLine } from './said-line.ts'

/** How many of a product a line asks for. With a `doubt` the person is asked before it counts. */
export type HowMany = { quantity: number; doubt?: QuantityDoubt }

/**
 * `part`: half a case, or a number that is not whole. `pieces`: a dozen of what is sold by the tray. `amount`: the pack does not
 * divide what was asked for. `unsaid`: no number, and the last order had more than one. `many`: far more than usual.
 */
export type QuantityDoubt = 'part' | 'pieces' | 'amount' | 'unsaid' | 'many'

type Held = Pick<
  Product,
  'unit' | 'unitCount' | 'contentAmount' | 'contentMeasure' | 'catchWeight' | 'estimatedWeightGrams'
>

/** @param last how many the customer last ordered of it */
export const howMany = (
  { count, size, isPieces, isPart, isUsual }: SaidLine,
  product: Held,
  last: number | undefined,
): HowMany => {
  if (count === undefined && size === undefined) {
    if (isUsual && last !== undefined) return { quantity: last }
    return last === undefined || last === 1 ? { quantity: 1 } : { quantity: last, doubt: 'unsaid' }
  }
  if (isPart) return rounded(count ?? 1, 'part')
  if (isPieces) return packsFor(count ?? 1, product.unitCount, 'pieces')
  if (size === undefined) return withinReason(count ?? 1, last)
  const content = contentOf(product, size.measure)
  if (content === undefined) return { quantity: count ?? 1, doubt: 'amount' }
  // "2 x 5kg" means two packs of that size, or one case that holds just these.
  if (isNear(content, size.amount)) return withinReason(count ?? 1, last)
  return packsFor((count ?? 1) * size.amount, content, 'amount')
}

/** Above this many a figure is more often a size or a slip than an order. */
const MANY = 36

const withinReason = (quantity: number, last = 0): HowMany =>
  quantity > Math.max(MANY, 3 * last) ? rounded(quantity, 'many') : { quantity }

const packsFor = (amount: number, content: number, doubt: QuantityDoubt): HowMany => {
  const packs = Math.max(1, Math.round(amount / content))
  return isNear(packs * content, amount) ? { quantity: packs } : rounded(Math.ceil(amount / content), doubt)
}

const rounded = (quantity: number, doubt: QuantityDoubt): HowMany => ({
  quantity: Math.min(Math.max(1, Math.ceil(quantity)), QUANTITY_MAX),
  doubt,
})

/** Pints and pounds are not sold to the gram: 4 pt is 2.27 l. */
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= 0.03 * other

const contentOf = (
  { contentAmount, contentMeasure, catchWeight, estimatedWeightGrams }: Held,
  measure: 'g' | 'ml',
): number | undefined => {
  if (catchWeight) return measure === 'g' ? (estimatedWeightGrams ?? undefined) : undefined
  return contentMeasure === measure && contentAmount !== null && contentAmount > 0 ? contentAmount : undefined
}
