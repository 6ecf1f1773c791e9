import { slotText } from '#domain/collection.ts'
import { placeFacts } from '#domain/delivery-words.ts'
import { dayText } from '#domain/london-time.ts'
import type { OrderAddress } from '#domain/order.ts'
import type { DeliveryMethod } from '#domain/trolly.ts'
import type { Fact, Paper } from './paper.ts'

/** How an order reached the customer; other systems' orders have no address. */
export type HandedOver = {
  method: DeliveryMethod
  collectionSlot: string | null
  address: OrderAddress | null
}

export const wasCollected = ({ method }: HandedOver): boolean => method === 'collection'

/** The day with its slot, and the place: "Collected" "Wed 25 Nov 2026, 07:00–09:00". */
export const handedOverFacts = (order: HandedOver, day: string): Fact[] => {
  const { method, collectionSlot, address } = order
  const slot = wasCollected(order) && collectionSlot !== null ? `, ${slotText(collectionSlot)}` : ''
  return [
    [wasCollected(order) ? 'Collected' : 'Delivered', `${printedDay(day)}${slot}`],
    ...placeFacts({ method, address: address ?? undefined }).map(
      ({ value }): Fact => [wasCollected(order) ? 'Collected from' : 'Delivered to', value],
    ),
  ]
}

/** The account that a document is for. */
export type Addressee = {
  id: string
  name: string
  addressLines: readonly string[]
  town: string
  postcode: string
}

export const addressOf = (
  { id, name, addressLines, town, postcode }: Addressee,
  { named }: Pick<Paper, 'named'>,
): string[] => [named(name, `Account ${id}`), ...addressLines, town, postcode].filter((line) => line !== '')

/** `Tue 24 Nov 2026`: paper is kept for years. */
export const printedDay = (day: string): string => `${dayText(day)} ${day.slice(0, 4)}`

export const namedText = (
  { product_no, name, pack }: { product_no: string; name: string; pack: string },
  { named }: Pick<Paper, 'named'>,
): string => {
  const printed = named(name, `Product ${product_no}`)
  // The mark keeps the pack to the right of a name that is written from right to left.
  return pack === '' ? printed : `${printed}\u200E, ${pack}`
}
