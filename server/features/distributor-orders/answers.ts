import type { Answer, AnswerLine, AnswerOutcome } from '#contract/distributor-answers.ts'
import { pricedGramsOf } from '#domain/catch-weight.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { deliveryNoteNo } from '#domain/paperwork/documents.ts'
import type { PrintedBill } from '#server/features/paperwork/bills.repository.ts'
import type { DeliveredOrder } from '#server/features/paperwork/delivery-notes.repository.ts'
import type { AnsweredLine, AnsweredOrder, TheirCodes } from './answers.repository.ts'
import type { OrderedLine } from './distributor-orders.repository.ts'

/** An order's documents in its distributor's codes and units. */

export type Answered = {
  order: AnsweredOrder & { distributorNo: string }
  /** Empty: the order came another way, so what was ordered is what we have. */
  said: readonly OrderedLine[]
  codes: TheirCodes
}

export const responseOf = (answered: Answered, lines: readonly AnsweredLine[]): Answer => {
  const { order, said } = answered
  const isCancelled = order.status === 'cancelled'
  const gone = new Map(said.map((line) => [line.productNo, line]))
  for (const { product_no } of lines) gone.delete(product_no)
  const all = [
    ...lines.map((line) => {
      const ourQuantity = isCancelled ? 0 : line.quantity
      return {
        ...codedLine(answered, { ...line, ourQuantity }),
        ...pricedLine(answered, line),
        ...(isCancelled && { netPence: 0 }),
      }
    }),
    ...[...gone.values()].map(({ productNo }) =>
      codedLine(answered, { product_no: productNo, name: '', quantity: 0, ourQuantity: 0 }),
    ),
  ].map((line) => ({ ...line, outcome: outcomeOf(line, said.length > 0) }))
  const outcomes = new Set(all.map(({ outcome }) => outcome))
  const [only] = outcomes
  return {
    ...headOf(answered),
    kind: 'response',
    documentNo: String(order.orderNo),
    day: londonDayOf(order.cancelledAt ?? order.placedAt),
    outcome: isCancelled ? 'refused' : outcomes.size === 1 && only !== undefined ? only : 'changed',
    lines: numbered(all),
  }
}

export const despatchOf = (answered: Answered, note: DeliveredOrder): Answer => ({
  ...headOf(answered),
  kind: 'despatch',
  documentNo: deliveryNoteNo(note.orderNo),
  day: note.day,
  lines: numbered(
    note.lines.map((line) => ({
      ...codedLine(answered, { ...line, ourQuantity: line.deliveredQuantity }),
      weightGrams: line.deliveredWeightGrams,
    })),
  ),
})

export const billAnswerOf = (answered: Answered, printed: PrintedBill): Answer => {
  const { kind, no, day, dueDay, creditedInvoiceNo, lines } = printed
  const { netPence, deliveryChargePence, deliveryVatBasisPoints, vat, vatPence, totalPence } = printed
  return {
    ...headOf(answered),
    kind,
    documentNo: no,
    day,
    dueDay,
    creditedInvoiceNo,
    lines: numbered(
      lines.map((line) => ({
        ...codedLine(answered, {
          ...line,
          quantity: line.ordered?.quantity ?? line.quantity,
          ourQuantity: line.quantity,
        }),
        ...pricedLine(answered, line),
      })),
    ),
    bill: { netPence, deliveryChargePence, deliveryVatBasisPoints, vat, vatPence, totalPence },
  }
}

type Line = Omit<AnswerLine, 'line'>

const headOf = ({ order, said, codes }: Answered): Omit<Answer, 'kind' | 'documentNo' | 'day' | 'lines'> => ({
  distributorNo: order.distributorNo,
  theirCustomerCode: said[0]?.theirCustomerCode ?? codes.customer ?? '',
  customerId: order.customerId,
  customerName: order.customerName,
  orderNo: String(order.orderNo),
  poNumber: order.poNumber,
  deliveryDay: order.deliveryDay,
  outcome: null,
  creditedInvoiceNo: null,
  dueDay: null,
  bill: null,
})

const numbered = (lines: readonly Line[]): AnswerLine[] =>
  lines.map((line, at) => ({ line: at + 1, ...line }))

/** A product that they ordered under several codes is answered under the first. */
const codedLine = (
  answered: Answered,
  {
    product_no,
    name,
    quantity,
    ourQuantity,
  }: Pick<AnsweredLine, 'product_no' | 'name' | 'quantity'> & { ourQuantity: number },
): Line => {
  const said = answered.said.filter(({ productNo }) => productNo === product_no)
  const { theirCode = '', packFactor } = codeOf(answered, product_no)
  const ordered =
    answered.said.length === 0
      ? quantity
      : said.reduce((sum, line) => sum + line.quantity * line.packFactor, 0)
  return {
    theirProductCode: theirCode,
    productNo: product_no,
    name,
    packFactor,
    ordered: thousandths(ordered / packFactor),
    quantity: thousandths(ourQuantity / packFactor),
    ourQuantity,
    outcome: null,
    weightGrams: null,
    pricePence: null,
    netPence: null,
    vatBasisPoints: null,
  }
}

const codeOf = ({ said, codes }: Answered, productNo: string): { theirCode?: string; packFactor: number } => {
  const first = said.find((line) => line.productNo === productNo)
  if (first !== undefined) return { theirCode: first.theirProductCode, packFactor: first.packFactor }
  return codes.products.get(productNo) ?? { packFactor: 1 }
}

const thousandths = (quantity: number): number => Math.round(quantity * 1_000) / 1_000

const outcomeOf = ({ ordered, quantity }: Line, isSaid: boolean): AnswerOutcome => {
  if (quantity === 0) return 'refused'
  if (isSaid && ordered === 0) return 'added'
  return quantity === ordered ? 'accepted' : 'changed'
}

/** A line by weight whose kilograms do not come to its amount has no price. */
const pricedLine = (
  answered: Answered,
  line: AnsweredLine & { deliveredWeightGrams?: number | null },
): Pick<Line, 'weightGrams' | 'pricePence' | 'netPence' | 'vatBasisPoints'> => {
  const { catchWeight, unitPricePence, netPence, vatBasisPoints } = line
  const grams = pricedGramsOf(line)
  const ofOneOfTheirs = catchWeight ? null : unitPricePence * codeOf(answered, line.product_no).packFactor
  return {
    weightGrams: grams ?? null,
    pricePence: grams === undefined ? ofOneOfTheirs : unitPricePence,
    netPence,
    vatBasisPoints,
  }
}
