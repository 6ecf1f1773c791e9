import { DOCUMENT_NAMES, deliveryNoteNo } from '#domain/paperwork/documents.ts'
import { countText } from '#domain/trollies/words.ts'
import type { DeliveredOrder } from '#server/features/paperwork/delivery-notes.repository.ts'
import { type Company, paperOf } from './paper.ts'
import { type Addressee, addressOf, handedOverFacts, wasCollected } from './words.ts'

const columnsOf = (order: DeliveredOrder) => [
  { label: 'Code', width: 70 },
  { label: 'Product', width: 270 },
  { label: 'Ordered', width: 55, isNumber: true },
  { label: wasCollected(order) ? 'Collected' : 'Delivered', width: 60, isNumber: true },
  { label: 'Short', width: 44, isNumber: true },
]

export const deliveryNotePdf = (
  company: Company,
  addressee: Addressee,
  order: DeliveredOrder,
): Promise<Buffer> => {
  const { orderNo, day, poNumber, instructions, lines } = order
  const no = deliveryNoteNo(orderNo)
  const paper = paperOf(company, `${DOCUMENT_NAMES.delivery_note} ${no}`)
  paper.facts(addressOf(addressee), [
    ['Number', no],
    ...handedOverFacts(order, day),
    ['Account', addressee.id],
    ['Order', String(orderNo)],
    ...(poNumber === '' ? [] : [['Your reference', poNumber] as const]),
    ...(instructions === '' ? [] : [['Instructions', instructions] as const]),
  ])
  paper.table(
    columnsOf(order),
    lines.map(({ product_no, name, pack, quantity, deliveredQuantity }) => [
      product_no,
      pack === '' ? name : `${name}, ${pack}`,
      String(quantity),
      String(deliveredQuantity),
      quantity > deliveredQuantity ? String(quantity - deliveredQuantity) : '',
    ]),
  )
  const short = lines.filter(({ quantity, deliveredQuantity }) => deliveredQuantity < quantity).length
  if (short > 0) paper.paragraph(`${countText(short, 'line')} short. A credit note follows for them.`)
  return paper.end()
}
