import type { Answer, AnswerLine } from '#contract/distributor-answers.ts'
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '#domain/csv.ts'

/** A row for each line, with its document's fields. Amounts are whole pence. Texts are as they are, for a program. */
const COLUMNS: Record<string, (answer: Answer, line: AnswerLine) => CsvCell> = {
  kind: ({ kind }) => kind,
  documentNo: ({ documentNo }) => documentNo,
  day: ({ day }) => day,
  distributorNo: ({ distributorNo }) => distributorNo,
  theirCustomerCode: ({ theirCustomerCode }) => theirCustomerCode,
  customerId: ({ customerId }) => customerId,
  orderNo: ({ orderNo }) => orderNo,
  poNumber: ({ poNumber }) => poNumber,
  deliveryDay: ({ deliveryDay }) => deliveryDay,
  documentOutcome: ({ outcome }) => outcome,
  creditedInvoiceNo: ({ creditedInvoiceNo }) => creditedInvoiceNo,
  dueDay: ({ dueDay }) => dueDay,
  line: (_, { line }) => line,
  theirProductCode: (_, { theirProductCode }) => theirProductCode,
  productNo: (_, { productNo }) => productNo,
  name: (_, { name }) => name,
  packFactor: (_, { packFactor }) => packFactor,
  ordered: (_, { ordered }) => ordered,
  quantity: (_, { quantity }) => quantity,
  ourQuantity: (_, { ourQuantity }) => ourQuantity,
  outcome: (_, { outcome }) => outcome,
  weightGrams: (_, { weightGrams }) => weightGrams,
  pricePence: (_, { pricePence }) => pricePence,
  netPence: (_, { netPence }) => netPence,
  vatBasisPoints: (_, { vatBasisPoints }) => vatBasisPoints,
  documentDeliveryChargePence: ({ bill }) => bill?.deliveryChargePence ?? null,
  documentVatPence: ({ bill }) => bill?.vatPence ?? null,
  documentTotalPence: ({ bill }) => bill?.totalPence ?? null,
}
const READS = Object.values(COLUMNS)

export const answerCsv = (answers: readonly Answer[]): string => {
  const rows = answers.flatMap((answer) =>
    answer.lines.map((line) => READS.map((read) => read(answer, line))),
  )
  const lines = [Object.keys(COLUMNS), ...rows].map((cells) => csvLine(cells, { textsAsTheyAre: true }))
  return `${BYTE_ORDER_MARK}${lines.join('')}`
}
