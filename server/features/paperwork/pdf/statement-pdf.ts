import { moneyText } from '#domain/money.ts'
import { changeOf, type Statement, type StatementRow } from '#domain/paperwork/account.ts'
import { DOCUMENT_NAMES } from '#domain/paperwork/documents.ts'
import { type Company, type Fact, paperOf } from './paper.ts'
import { type Addressee, addressOf, printedDay } from './words.ts'

const COLUMNS = [
  { label: 'Date', width: 92 },
  { label: 'Document', width: 180 },
  { label: 'Charged', width: 74, isNumber: true },
  { label: 'Credited or paid', width: 80, isNumber: true },
  { label: 'Balance', width: 73, isNumber: true },
]

export const statementPdf = async (
  company: Company,
  addressee: Addressee,
  { statement, overdue }: { statement: Statement; overdue: readonly { no: string; owedPence: number }[] },
): Promise<Buffer> => {
  const { from, to, rows, openingPence, closingPence, invoicedPence, creditedPence, paidPence } = statement
  const paper = await paperOf(company, 'Statement', [addressee, statement, overdue])
  paper.facts(addressOf(addressee, paper), [
    ['Account', addressee.id],
    ['From', printedDay(from)],
    ['To', printedDay(to)],
    ['Balance', moneyText(closingPence)],
  ])
  paper.table(COLUMNS, [
    [printedDay(from), 'Balance brought forward', '', '', moneyText(openingPence)],
    ...rows.map(rowOf),
  ])
  paper.totals([
    ['Brought forward', moneyText(openingPence)],
    ['Invoices', moneyText(invoicedPence)],
    ['Credit notes', moneyText(-creditedPence)],
    ['Payments', moneyText(-paidPence)],
    ['Balance', moneyText(closingPence)],
  ] satisfies Fact[])
  if (overdue.length > 0) {
    const owed = overdue.reduce((sum, { owedPence }) => sum + owedPence, 0)
    paper.paragraph(`Overdue today: ${moneyText(owed)} (${overdue.map(({ no }) => no).join(', ')}).`)
  }
  return paper.end()
}

const rowOf = (row: StatementRow): string[] => {
  const { day, kind, no, invoiceNo, estimatedPence, balancePence } = row
  const name = kind === 'payment' ? 'Payment' : DOCUMENT_NAMES[kind]
  const amount = moneyText(changeOf(row))
  const estimate =
    estimatedPence === undefined ? '' : `\nBilled by weight, estimated ${moneyText(estimatedPence)}`
  return [
    printedDay(day),
    `${name} ${no}${invoiceNo === null ? '' : ` for ${invoiceNo}`}${estimate}`,
    kind === 'invoice' ? amount : '',
    kind === 'invoice' ? '' : amount,
    moneyText(balancePence),
  ]
}
