import { type DeliveryCharge, type DeliveryTerms, deliveryChargeOf } from './delivery-charge.ts'
import { type Discounted, discountPenceOf, type LineDiscount } from './discounts.ts'
import { lineNetPence, moneyText, type Priced, vatOf } from './money.ts'
import type { ProductFacts } from './product.ts'

export type VatTotal = { vatBasisPoints: number; netPence: number; vatPence: number }

export type Totals = Partial<DeliveryCharge> & {
  lineCount: number
  /** Goods only, less discounts. */
  netPence: number
  /** What discounts took off the goods; missing where nothing. */
  discountPence?: number
  /** One row per rate in use, lowest first; the delivery charge counts. */
  vat: VatTotal[]
  vatPence: number
  totalPence: number
  estimated: boolean
  unpricedCount: number
}

/** product is null if it is no longer sold; quantity 0 is a removed line. */
export type TotalledLine = {
  quantity: number
  product: (Priced & Pick<ProductFacts, 'vatBasisPoints'>) | null
  discount?: LineDiscount | undefined
}

/** Without VAT, less its discount; null: it has no price. */
export const discountedPence = ({
  quantity,
  product,
  discount,
}: Omit<TotalledLine, 'product'> & { product: Priced | null }): number | null => {
  const netPence = lineNetPence(quantity, product)
  return netPence === null ? null : netPence - (discount?.discountPence ?? 0)
}

/** VAT is per rate on the sum of net lines, half up (design, decision 14). */
export const totalsOf = (lines: readonly TotalledLine[]): Totals =>
  totalsOfNetLines(
    lines
      .filter(({ quantity }) => quantity > 0)
      .map((line) => ({
        netPence: discountedPence(line),
        discounts: line.discount?.shares,
        vatBasisPoints: line.product?.vatBasisPoints ?? 0,
        catchWeight: line.product?.catchWeight ?? false,
      })),
  )

/** `netPence` is less the discounts. */
export type NetLine = Discounted & {
  netPence: number | null
  vatBasisPoints: number
  catchWeight: boolean
}

export const totalsOfNetLines = (lines: readonly NetLine[]): Totals => {
  const netPenceByRate = new Map<number, number>()
  let unpricedCount = 0
  let estimated = false
  let discountPence = 0

  for (const { netPence, vatBasisPoints, catchWeight, discounts } of lines) {
    if (netPence === null) {
      unpricedCount += 1
      continue
    }
    estimated ||= catchWeight
    discountPence += discountPenceOf({ discounts })
    netPenceByRate.set(vatBasisPoints, (netPenceByRate.get(vatBasisPoints) ?? 0) + netPence)
  }

  const vat = [...netPenceByRate]
    .sort(([a], [b]) => a - b)
    .map(([vatBasisPoints, netPence]) => ({
      vatBasisPoints,
      netPence,
      vatPence: vatOf(netPence, vatBasisPoints),
    }))
  const netPence = sumOf(vat.map((row) => row.netPence))
  const vatPence = sumOf(vat.map((row) => row.vatPence))
  return {
    lineCount: lines.length,
    netPence,
    ...(discountPence > 0 && { discountPence }),
    vat,
    vatPence,
    totalPence: netPence + vatPence,
    estimated,
    unpricedCount,
  }
}

/** An empty trolly has no charge. */
export const withDeliveryCharge = (goods: Totals, terms: DeliveryTerms): Totals => {
  const charge = goods.lineCount === 0 ? null : deliveryChargeOf(terms, goods.netPence)
  return charge === null ? goods : withCharge(goods, charge)
}

export const withCharge = (goods: Totals, charge: DeliveryCharge): Totals => {
  const { deliveryChargePence, deliveryVatBasisPoints } = charge
  if (deliveryChargePence === 0) return { ...goods, ...charge }
  const others = goods.vat.filter(({ vatBasisPoints }) => vatBasisPoints !== deliveryVatBasisPoints)
  const alike = goods.vat.find(({ vatBasisPoints }) => vatBasisPoints === deliveryVatBasisPoints)
  const netPence = (alike?.netPence ?? 0) + deliveryChargePence
  const vatPence = vatOf(netPence, deliveryVatBasisPoints)
  const vat = [...others, { vatBasisPoints: deliveryVatBasisPoints, netPence, vatPence }].sort(
    (a, b) => a.vatBasisPoints - b.vatBasisPoints,
  )
  const allVatPence = sumOf(vat.map((row) => row.vatPence))
  return {
    ...goods,
    ...charge,
    vat,
    vatPence: allVatPence,
    totalPence: goods.netPence + deliveryChargePence + allVatPence,
  }
}

export type TotalShown = Pick<Totals, 'totalPence' | 'lineCount' | 'unpricedCount' | 'estimated'>

export const sumOfTotals = (totals: readonly TotalShown[]): TotalShown => ({
  lineCount: sumOf(totals.map(({ lineCount }) => lineCount)),
  unpricedCount: sumOf(totals.map(({ unpricedCount }) => unpricedCount)),
  totalPence: sumOf(totals.map(({ totalPence }) => totalPence)),
  estimated: totals.some(({ estimated }) => estimated),
})

/** null: no line has a price. */
export const knownTotalPence = ({ totalPence, lineCount, unpricedCount }: TotalShown): number | null =>
  lineCount > 0 && unpricedCount === lineCount ? null : totalPence

/** `about £12.40` while a weight is estimated; see `moneyText` for the rest. */
export const totalText = (totals: TotalShown, unpriced?: string): string =>
  `${totals.estimated ? 'about ' : ''}${moneyText(knownTotalPence(totals), unpriced)}`

export type Progress = {
  targetPence: number
  missingPence: number
  fraction: number
}

/** Without VAT; null: there is no target. */
export const progressTo = (targetPence: number | null, netPence: number): Progress | null => {
  if (targetPence === null || targetPence <= 0) return null
  return {
    targetPence,
    missingPence: Math.max(0, targetPence - netPence),
    fraction: Math.min(1, Math.max(0, netPence / targetPence)),
  }
}

const sumOf = (values: number[]): number => values.reduce((sum, value) => sum + value, 0)
