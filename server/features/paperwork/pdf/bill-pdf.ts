import { estimatedGramsOf, estimateText, weightText } from '#domain/catch-weight.ts'
import { discountTexts } from '#domain/discount-words.ts'
import { moneyText } from '#domain/money.ts'
import type { BilledLine } from '#domain/paperwork/bill.ts'
import { DOCUMENT_NAMES, signedPence } from '#domain/paperwork/documents.ts'
import type { PrintedBill } from '#server/features/paperwork/bills.repository.ts'
import { type Company, type Fact, paperOf } from './paper.ts'
import { type Addressee, addressOf, handedOverFacts, namedText, printedDay } from './words.ts'

const COLUMNS = [
  { label: 'Code', width: 62 },
  { label: 'Product', width: 195 },
  { label: 'Quantity', width: 58, isNumber: true },
  { label: 'Price', width: 66, isNumber: true },
  { label: 'VAT', width: 46, isNumber: true },
  { label: 'Amount', width: 72, isNumber: true },
]

/** An invoice or a credit note. */
export const billPdf = async (company: Company, addressee: Addressee, bill: PrintedBill): Promise<Buffer> => {
  const { kind, no, lines, vat, deliveryChargePence, netPence, orderedPence, totalPence } = bill
  const amount = (pence: number): string => moneyText(signedPence(kind, pence))
  const paper = await paperOf(company, `${DOCUMENT_NAMES[kind]} ${no}`, [addressee, bill])
  paper.facts(addressOf(addressee, paper), factsOf(addressee, bill))
  paper.table(
    COLUMNS,
    lines.map((line) => [
      line.product_no,
      [namedText(line, paper), ...weightLines(line), ...(kind === 'invoice' ? discountTexts(line) : [])].join(
        '\n',
      ),
      String(line.quantity),
      line.catchWeight ? `${moneyText(line.unitPricePence)} per kg` : moneyText(line.unitPricePence),
      rateText(line.vatBasisPoints),
      amount(line.netPence),
    ]),
  )
  paper.totals([
    ['Goods', amount(netPence)],
    ...(deliveryChargePence === 0 ? [] : [['Delivery', amount(deliveryChargePence)] as const]),
    ...vat.map(
      (row): Fact => [`VAT ${rateText(row.vatBasisPoints)} on ${amount(row.netPence)}`, amount(row.vatPence)],
    ),
    [kind === 'invoice' ? 'Total' : 'Total credited', amount(totalPence)],
  ])
  if (kind === 'invoice' && totalPence !== orderedPence) {
    paper.paragraph(
      `Items sold by weight are billed by their delivered weight. Estimated total ${moneyText(orderedPence)}, invoiced total ${moneyText(totalPence)}.`,
    )
  }
  if (kind === 'invoice' && bill.dueDay !== null) {
    paper.paragraph(
      `Please pay ${moneyText(totalPence)}, less any credit notes, by ${printedDay(bill.dueDay)}, quoting ${no} and account ${addressee.id}.`,
    )
    if (company.paymentDetails !== '') paper.paragraph(company.paymentDetails)
  }
  return paper.end()
}

/** Quantity and price of a kilogram alone would not explain the amount. */
const weightLines = (line: BilledLine): string[] => {
  const { catchWeight, ordered, deliveredWeightGrams, quantity } = line
  if (!catchWeight) return []
  const estimated = estimatedGramsOf({ ...line, ...ordered })
  const estimate = estimated === undefined ? [] : [estimateText(estimated)]
  if (ordered === undefined || typeof deliveredWeightGrams !== 'number')
    return estimate.map((text) => `Billed by its estimated weight, ${text}`)
  const pieces = ordered.quantity === quantity ? '' : ` for ${ordered.quantity}`
  return [
    ...estimate.map((text) => `Estimated ${text}${pieces}, ${moneyText(ordered.netPence)}`),
    `Delivered ${weightText(deliveredWeightGrams)}`,
  ]
}

const factsOf = ({ id }: Addressee, bill: PrintedBill): Fact[] => [
  ['Number', bill.no],
  ['Date', printedDay(bill.day)],
  ...(bill.dueDay === null ? [] : [['Due', printedDay(bill.dueDay)] as const]),
  ['Account', id],
  ...(bill.creditedInvoiceNo === null ? [] : [['Invoice', bill.creditedInvoiceNo] as const]),
  ['Order', String(bill.orderNo)],
  ...handedOverFacts(bill, bill.deliveryDay),
  ...(bill.poNumber === '' ? [] : [['Your reference', bill.poNumber] as const]),
  ...(bill.reason === '' ? [] : [['Reason', bill.reason] as const]),
]

const rateText = (basisPoints: number): string => `${basisPoints / 100}%`
