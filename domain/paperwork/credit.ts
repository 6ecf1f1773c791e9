import { shareOf, vatOf } from '#domain/money.ts'
import { type Bill, billOf } from './bill.ts'

type Credited = Pick<Bill, 'lines' | 'deliveryChargePence'>

export type CreditRequest = {
  /** Position and quantity of each line that is credited. */
  quantities: ReadonlyMap<number, number>
  deliveryCharge?: boolean
}

/** Invoice minus the invoice without the credited part, so credits add up. @throws RangeError beyond what was billed */
export const creditOf = (
  invoice: Bill,
  earlier: readonly Credited[],
  { quantities, deliveryCharge = false }: CreditRequest,
): Bill => {
  const lines = invoice.lines.flatMap((line) => {
    const quantity = quantities.get(line.position) ?? 0
    if (quantity === 0) return []
    const before = line.quantity - creditedBefore(earlier, line.position)
    if (quantity < 0 || quantity > before) {
      throw new RangeError(`${quantity} of ${line.product_no} cannot be credited: ${before} are left.`)
    }
    const left = (remaining: number) => partPence(line.netPence, remaining, line.quantity)
    return [{ ...line, quantity, netPence: left(before) - left(before - quantity) }]
  })
  const chargeLeft = invoice.deliveryChargePence - sumOf(earlier, (note) => note.deliveryChargePence)
  const charge = deliveryCharge
    ? { ...invoice, deliveryChargePence: chargeLeft }
    : { ...invoice, deliveryChargePence: 0 }
  const vat = billOf(lines, charge).vat.map((row) => {
    const netOf = (bill: Credited) => netAt(bill, row.vatBasisPoints, invoice.deliveryVatBasisPoints)
    const before = netOf(invoice) - sumOf(earlier, netOf)
    const vatPence = vatOf(before, row.vatBasisPoints) - vatOf(before - row.netPence, row.vatBasisPoints)
    return { ...row, vatPence }
  })
  const netPence = sumOf(lines, (line) => line.netPence)
  const vatPence = sumOf(vat, (row) => row.vatPence)
  return {
    lines,
    deliveryChargePence: charge.deliveryChargePence,
    deliveryVatBasisPoints: charge.deliveryVatBasisPoints,
    netPence,
    vat,
    vatPence,
    totalPence: netPence + charge.deliveryChargePence + vatPence,
  }
}

/** Shortages; with nothing delivered, the delivery charge too. */
export const shortageOf = (
  lines: readonly { position: number; quantity: number; deliveredQuantity: number | null }[],
): Required<CreditRequest> | undefined => {
  const quantities = new Map<number, number>()
  for (const { position, quantity, deliveredQuantity } of lines) {
    const short = deliveredQuantity === null ? 0 : quantity - deliveredQuantity
    if (short > 0) quantities.set(position, short)
  }
  if (quantities.size === 0) return undefined
  return { quantities, deliveryCharge: lines.every(({ deliveredQuantity }) => deliveredQuantity === 0) }
}

/** The amount of some pieces of a line: exact for priced pieces, rounded half up by weight. */
const partPence = (netPence: number, part: number, whole: number): number =>
  part === whole || whole === 0 ? netPence : shareOf(netPence, part, whole)

const creditedBefore = (earlier: readonly Credited[], position: number): number =>
  sumOf(earlier, ({ lines }) =>
    sumOf(
      lines.filter((line) => line.position === position),
      ({ quantity }) => quantity,
    ),
  )

const netAt = ({ lines, deliveryChargePence }: Credited, rate: number, chargeRate: number | null): number =>
  sumOf(
    lines.filter(({ vatBasisPoints }) => vatBasisPoints === rate),
    ({ netPence }) => netPence,
  ) + ((chargeRate ?? 0) === rate ? deliveryChargePence : 0)

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)
