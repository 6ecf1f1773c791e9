import { lineNetPence, type Priced, shareOf } from './money.ts'
import type { ProductFacts } from './product.ts'
import { QUANTITY_MAX } from './trolly.ts'

/**
 * What discounts take off a trolly's lines, on the device and on the server alike. Every discount is worked out from the full
 * prices, never from a line that another has reduced, so the order in which discounts are listed changes nothing.
 */

export const DISCOUNT_KINDS = ['percent', 'per_unit'] as const
export type DiscountKind = (typeof DISCOUNT_KINDS)[number]

/** A limit that is null does not apply. All limits that are set must hold. */
export type Discount = {
  id: string
  /** Customers see it next to the amount. */
  name: string
  customerId: string | null
  priceListId: string | null
  productNo: string | null
  brand: string | null
  /** The product's department, group or category. */
  category: string | null
  kind: DiscountKind
  /** For `percent`. */
  basisPoints: number
  /** For `per_unit`: off each price, so off each kilogram of catch weight. */
  offUnitPence: number
  /** Consumer units of one line: two cases of six are twelve. */
  minimumUnits: number
  /** What all the lines it applies to must come to, at full price and without VAT. */
  minimumNetPence: number
  /** Days of delivery in London, both included. */
  validFrom: string | null
  validTo: string | null
  /** Whether it is added to the other discounts that combine. One that is not can only be a line's sole discount. */
  combines: boolean
  /** Applies to products on promotion or reduced to clear too. */
  onPromotions: boolean
  /** The most it takes off one order, without VAT. */
  capPence: number | null
  active: boolean
}

export type DiscountedProduct = Priced &
  Pick<
    ProductFacts,
    | 'brand'
    | 'department'
    | 'group'
    | 'category'
    | 'unitCount'
    | 'isSpotPriced'
    | 'promotion'
    | 'reducedToClear'
  >

/** product is null if it is no longer sold. A product is on one line at most. */
export type DiscountableLine = { product_no: string; quantity: number; product: DiscountedProduct | null }

export type DiscountShare = { discountId: string; name: string; pence: number }

/** null or missing: none. */
export type Discounted = { discounts?: readonly DiscountShare[] | null | undefined }

export const discountPenceOf = ({ discounts }: Discounted): number =>
  sumOf((discounts ?? []).map(({ pence }) => pence))

/** The shares sum to `discountPence`, which never exceeds the line's net. */
export type LineDiscount = { discountPence: number; shares: DiscountShare[] }

export type DiscountedOrder = {
  customerId: string
  priceListId: string
  /** The day of delivery. Until one is chosen, discounts that have dates do not apply. */
  day: string | null
}

/** What is taken off each line, by product number; lines without a discount are missing. */
export const discountsOf = (
  lines: readonly DiscountableLine[],
  discounts: readonly Discount[],
  order: DiscountedOrder,
): Map<string, LineDiscount> => {
  const valid = discounts.filter((discount) => isValidFor(discount, order)).sort(byId)
  const found = new Map<string, LineDiscount>()
  if (valid.length === 0) return found
  const priced = pricedLinesOf(lines)
  for (const discount of valid) offerTo(priced, discount)
  for (const line of priced) {
    const best = bestOf(line)
    if (best.discountPence > 0) found.set(line.product_no, best)
  }
  return found
}

/** What all lines are reduced by, without and with one more discount: as `discountsOf` of both, but the lines are gone through once. */
export const discountWithOneMore = (
  lines: readonly DiscountableLine[],
  discounts: readonly Discount[],
  more: Discount,
  order: DiscountedOrder,
): { without: number; with: number } => {
  const priced = pricedLinesOf(lines)
  for (const discount of discounts) if (isValidFor(discount, order)) offerTo(priced, discount)
  const sum = (): number => priced.reduce((pence, line) => pence + bestOf(line).discountPence, 0)
  const without = sum()
  if (!isValidFor(more, order)) return { without, with: without }
  offerTo(priced, more)
  return { without, with: sum() }
}

/** The same lines, those that are reduced with their discount. */
export const withDiscounts = <Line extends DiscountableLine>(
  lines: readonly Line[],
  discounts: readonly Discount[],
  order: DiscountedOrder,
): (Line & { discount?: LineDiscount })[] => {
  if (discounts.length === 0) return [...lines]
  const found = discountsOf(lines, discounts, order)
  return lines.map((line) => {
    const discount = found.get(line.product_no)
    return discount ? { ...line, discount } : line
  })
}

/** The price of one from a quantity on, and what it comes from; `names` is empty where nothing is taken off. */
export type PriceBreak = { quantity: number; unitPricePence: number; names: string[] }

/**
 * What one costs by quantity, cheapest last: an entry wherever the price falls. Leaves out discounts that depend on the rest of
 * the trolly, by its value or a cap. Of catch weight it is the price of a kilogram. Empty without a price.
 */
export const priceBreaksOf = (
  product: DiscountedProduct & { product_no: string },
  discounts: readonly Discount[],
  order: DiscountedOrder,
): PriceBreak[] => {
  const { product_no, pricePence } = product
  if (pricePence === null) return []
  const alone = discounts.filter(
    ({ minimumNetPence, capPence }) => minimumNetPence === 0 && capPence === null,
  )
  const quantities = new Set([
    1,
    ...alone
      .filter((discount) => isValidFor(discount, order) && appliesTo(discount, product_no, product))
      .map(({ minimumUnits }) => Math.max(1, Math.ceil(minimumUnits / product.unitCount))),
  ])
  const breaks: PriceBreak[] = []
  for (const quantity of [...quantities].filter((each) => each <= QUANTITY_MAX).sort((a, b) => a - b)) {
    const netPence = lineNetPence(quantity, product)
    const found = discountsOf([{ product_no, quantity, product }], alone, order).get(product_no)
    const paidPence = (netPence ?? 0) - (found?.discountPence ?? 0)
    const unitPricePence = netPence ? shareOf(pricePence, paidPence, netPence) : pricePence
    if (unitPricePence < (breaks.at(-1)?.unitPricePence ?? Number.POSITIVE_INFINITY))
      breaks.push({ quantity, unitPricePence, names: (found?.shares ?? []).map(({ name }) => name) })
  }
  return breaks
}

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const isValidFor = (discount: Discount, { customerId, priceListId, day }: DiscountedOrder): boolean =>
  discount.active &&
  allows(discount.customerId, customerId) &&
  allows(discount.priceListId, priceListId) &&
  (discount.validFrom === null || (day !== null && discount.validFrom <= day)) &&
  (discount.validTo === null || (day !== null && day <= discount.validTo))

const allows = (limit: string | null, value: string): boolean => limit === null || limit === value

type PricedLine = {
  product_no: string
  quantity: number
  product: DiscountedProduct
  netPence: number
  /** What each discount on its own would take off it. */
  offered: Offered[]
}

const pricedLinesOf = (lines: readonly DiscountableLine[]): PricedLine[] => {
  const priced: PricedLine[] = []
  for (const { product_no, quantity, product } of lines) {
    const netPence = lineNetPence(quantity, product)
    if (product !== null && netPence !== null)
      priced.push({ product_no, quantity, product, netPence, offered: [] })
  }
  return priced
}

/** Within its cap. */
const offerTo = (lines: readonly PricedLine[], discount: Discount): void => {
  const { id: discountId, name, combines, minimumUnits, minimumNetPence, capPence } = discount
  let eligiblePence = 0
  const amounts: Amount[] = []
  for (const line of lines) {
    const { product_no, quantity, product, netPence } = line
    if (!appliesTo(discount, product_no, product)) continue
    eligiblePence += netPence
    if (quantity * product.unitCount < minimumUnits) continue
    amounts.push({ line, pence: Math.min(netPence, amountOf(discount, line)) })
  }
  if (eligiblePence < minimumNetPence) return
  for (const { line, pence } of capped(amounts, capPence)) {
    if (pence > 0) line.offered.push({ discountId, name, combines, pence })
  }
}

/** A spot price is agreed for the day, so nothing is taken off it. */
const appliesTo = (discount: Discount, product_no: string, product: DiscountedProduct): boolean =>
  !product.isSpotPriced &&
  (discount.onPromotions || !(product.promotion || product.reducedToClear)) &&
  allows(discount.productNo, product_no) &&
  allows(discount.brand, product.brand) &&
  (allows(discount.category, product.department) ||
    allows(discount.category, product.group) ||
    allows(discount.category, product.category))

const amountOf = (
  { kind, basisPoints, offUnitPence }: Discount,
  { quantity, product, netPence }: PricedLine,
): number =>
  kind === 'percent'
    ? shareOf(netPence, basisPoints, 10_000)
    : (lineNetPence(quantity, { ...product, pricePence: offUnitPence }) ?? 0)

type Amount = { line: PricedLine; pence: number }

/** Spreads a cap by the amounts. The pennies that remain go to the largest fractions, then by product number. */
const capped = (amounts: readonly Amount[], capPence: number | null): readonly Amount[] => {
  const wholePence = sumOf(amounts.map(({ pence }) => pence))
  if (capPence === null || wholePence <= capPence) return amounts
  const [whole, cap] = [BigInt(wholePence), BigInt(capPence)]
  const shares = amounts.map(({ line, pence }) => ({
    line,
    pence: Number((BigInt(pence) * cap) / whole),
    fraction: (BigInt(pence) * cap) % whole,
  }))
  const remaining = capPence - sumOf(shares.map(({ pence }) => pence))
  const first = [...shares].sort((a, b) => {
    if (a.fraction !== b.fraction) return a.fraction > b.fraction ? -1 : 1
    return a.line.product_no < b.line.product_no ? -1 : 1
  })
  return first.map((share, place) => ({ ...share, pence: share.pence + (place < remaining ? 1 : 0) }))
}

type Offered = DiscountShare & { combines: boolean }

/** Those that combine together, or one of the others alone: whichever takes off most. At a tie those that combine win, then the first id. */
const bestOf = ({ offered, netPence }: PricedLine): LineDiscount => {
  if (offered.length < 2) return withinNet(offered, netPence)
  const together = withinNet(
    offered.filter(({ combines }) => combines),
    netPence,
  )
  const alone = offered.filter(({ combines }) => !combines).map((each) => withinNet([each], netPence))
  return alone.reduce((best, each) => (each.discountPence > best.discountPence ? each : best), together)
}

const withinNet = (offered: readonly Offered[], netPence: number): LineDiscount => {
  let leftPence = netPence
  const shares: DiscountShare[] = []
  for (const { discountId, name, pence } of offered) {
    const taken = Math.min(pence, leftPence)
    leftPence -= taken
    if (taken > 0) shares.push({ discountId, name, pence: taken })
  }
  return { discountPence: netPence - leftPence, shares }
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
