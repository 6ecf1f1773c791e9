import { moneyText } from '#domain/money.ts'
import { DOCUMENT_NAMES, signedPence } from '#domain/paperwork/documents.ts'
import type { PrintedBill } from '#server/features/paperwork/bills.repository.ts'
import { type Company, type Fact, paperOf } from './paper.ts'
import { type Addressee, addressOf, handedOverFacts, printedDay } from './words.ts'

const COLUMNS = [
  { label: 'Code', width: 62 },
  { label: 'Product', width: 195 },
  { label: 'Quantity', width: 58, isNumber: true },
  { label: 'Price', width: 66, isNumber: true },
  { label: 'VAT', width: 46, isNumber: true },
  { label: 'Amount', width: 72, isNumber: true },
]

/** An invoice or a credit note. */
export const billPdf = (company: Company, addressee: Addressee, bill: PrintedBill): Promise<Buffer> => {
  const { kind, no, lines, vat, deliveryChargePence, netPence, totalPence } = bill
  const amount = (pence: number): string => moneyText(signedPence(kind, pence))
  const paper = paperOf(company, `${DOCUMENT_NAMES[kind]} ${no}`)
  paper.facts(addressOf(addressee), factsOf(addressee, bill))
  paper.table(
    COLUMNS,
    lines.map((line) => [
      line.product_no,
      line.pack === '' ? line.name : `${line.name}, ${line.pack}`,
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
  if (kind === 'invoice' && bill.dueDay !== null) {
    paper.paragraph(
      `Please pay ${moneyText(totalPence)}, less any credit notes, by ${printedDay(bill.dueDay)}, quoting ${no} and account ${addressee.id}.`,
    )
    if (company.paymentDetails !== '') paper.paragraph(company.paymentDetails)
  }
  return paper.end()
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
