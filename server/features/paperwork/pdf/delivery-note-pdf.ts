import { weighedText } from '#domain/catch-weight.ts'
import { DOCUMENT_NAMES, deliveryNoteNo } from '#domain/paperwork/documents.ts'
import { countText } from '#domain/plain-text.ts'
import type { DeliveredOrder } from '#server/features/paperwork/delivery-notes.repository.ts'
import { type Company, paperOf } from './paper.ts'
import { type Addressee, addressOf, handedOverFacts, namedText, wasCollected } from './words.ts'

const columnsOf = (order: DeliveredOrder) => [
  { label: 'Code', width: 70 },
  { label: 'Product', width: 270 },
  { label: 'Ordered', width: 55, isNumber: true },
  { label: wasCollected(order) ? 'Collected' : 'Delivered', width: 60, isNumber: true },
  { label: 'Short', width: 44, isNumber: true },
]

export const deliveryNotePdf = async (
  company: Company,
  addressee: Addressee,
  order: DeliveredOrder,
): Promise<Buffer> => {
  const { orderNo, day, poNumber, instructions, lines } = order
  const no = deliveryNoteNo(orderNo)
  const paper = await paperOf(company, `${DOCUMENT_NAMES.delivery_note} ${no}`, [addressee, order])
  paper.facts(addressOf(addressee, paper), [
    ['Number', no],
    ...handedOverFacts(order, day),
    ['Account', addressee.id],
    ['Order', String(orderNo)],
    ...(poNumber === '' ? [] : [['Your reference', poNumber] as const]),
    ...(instructions === '' ? [] : [['Instructions', instructions] as const]),
  ])
  paper.table(
    columnsOf(order),
    lines.map((line) => [
      line.product_no,
      [namedText(line, paper), weighedText(line) ?? ''].join('\n').trimEnd(),
      String(line.quantity),
      String(line.deliveredQuantity),
      isShort(line) ? String(line.quantity - line.deliveredQuantity) : '',
    ]),
  )
  const short = lines.filter(isShort)
  const weighed = short.filter(({ deliveredWeightGrams }) => deliveredWeightGrams !== null).length
  if (short.length > 0)
    paper.paragraph(`${countText(short.length, 'line')} short. ${creditText(short.length, weighed)}`)
  return paper.end()
}

const isShort = ({ quantity, deliveredQuantity }: DeliveredOrder['lines'][number]): boolean =>
  deliveredQuantity < quantity

/** Of a weighed line only what was delivered is billed. */
const creditText = (short: number, weighed: number): string => {
  if (weighed === 0) return 'A credit note follows for them.'
  const billed = 'Lines sold by weight are billed for what was delivered'
  return short === weighed ? `${billed}.` : `${billed}. A credit note follows for the others.`
}
