import type { OrderRow } from '#contract/distributor-orders.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { faulty, type Message, part, readInterchange, type Segment, whyOf } from './interchange.ts'
import type { ReadOrders } from './order-rows.ts'

/**
 * EANCOM ORDERS of 1997 (D.96A) and 2002 (D.01B). A line for several locations is an order of each. What a message may also say, but
 * a trolly has no place for, such as prices and terms, is left alone. What would change the order's meaning is refused.
 */

const VERSIONS = ['96A', '01B']
/** An order; and its functions original, duplicate and retransmission. */
const ORDER = '220'
const FUNCTIONS = ['', '7', '9', '35']
/** The delivery party is their customer. Without one, the goods go to the buyer. */
const CUSTOMERS = ['DP', 'ST', 'BY']
const REQUESTED = '2'
const LOCATION = '7'
const ORDERED = '21'
const FOR_LOCATION = '11'
/** Units that mean single items of the product. A weight or another size of pack would have to be converted, so those are refused. */
const UNITS = ['', 'PCE', 'EA', 'C62', 'NAR']
const ADDED = ['', '1']
/** Any other kind of number in LIN is not theirs: a supplier’s is ours. */
const GTINS = ['', 'EN', 'SRV', 'UP']
const BUYERS = ['IN', 'BP']
const CODE_MAX = 35
const NAME_MAX = 200

/** @throws CodedError `invalid_edifact`, naming the line and the segment, if the envelope or the head of a message is faulty */
export const readOrderEdifact = async (text: string): Promise<ReadOrders> => {
  const read: ReadOrders = { rows: [], refused: [] }
  const orders = new Set<string>()
  for (const message of await readInterchange(text)) readMessage(message, read, orders)
  return read
}

/** @param orders those that the messages before had, by number and customer: twice in a file would be twice as much */
const readMessage = (message: Message, read: ReadOrders, orders: Set<string>): void => {
  const [unh] = message
  if (part(unh, 1) !== 'ORDERS') throw faulty(unh, `${part(unh, 1)} is not an order.`)
  if (!VERSIONS.includes(part(unh, 1, 2)))
    throw faulty(unh, `Version ${part(unh, 1, 2)} cannot be read, but ${VERSIONS.join(' and ')}.`)
  const bgm = requireSegment(message, 'BGM')
  if (part(bgm, 0) !== ORDER) throw faulty(bgm, `Only document ${ORDER}, an order, can be read.`)
  if (!FUNCTIONS.includes(part(bgm, 2)))
    throw faulty(bgm, `Only an original can be read, not function ${part(bgm, 2)}.`)
  const poNumber = part(bgm, 1)
  if (!isCode(poNumber)) throw faulty(bgm, 'It has no order number.')
  const lin = message.indexOf(requireSegment(message, 'LIN'))
  const head = message.slice(0, lin)
  const parties = head.filter(({ name }) => name === 'NAD')
  const [party] = CUSTOMERS.flatMap((role) => parties.find((nad) => part(nad, 0) === role) ?? [])
  const order = JSON.stringify([poNumber, part(party, 1)])
  if (orders.has(order)) throw faulty(bgm, `Order ${poNumber} is in the file twice.`)
  orders.add(order)
  const deliveryDay = dayOf(head.find((segment) => isDeliveryDay(segment)))
  if (deliveryDay instanceof Error) throw deliveryDay
  for (const line of linesOf(message.slice(lin))) {
    const [first] = line
    const rows = rowsOf(line, { theirCustomerCode: part(party, 1), deliveryDay })
    if (typeof rows === 'string') read.refused.push({ line: first.line, why: whyOf(first, rows) })
    else read.rows.push(...rows.map((row) => ({ line: first.line, row: { ...row, poNumber } })))
  }
}

const requireSegment = (message: Message, name: string): Segment => {
  const found = message.find((segment) => segment.name === name)
  if (found === undefined) throw faulty(message[0], `The message has no ${name}.`)
  return found
}

/** Each begins with its LIN and ends before the summary. */
const linesOf = (segments: readonly Segment[]): Message[] => {
  const lines: [Segment, ...Segment[]][] = []
  for (const segment of segments) {
    if (segment.name === 'UNS') break
    if (segment.name === 'LIN') lines.push([segment])
    else lines.at(-1)?.push(segment)
  }
  return lines
}

type Head = { theirCustomerCode: string; deliveryDay: string | null }

/** @returns why the line is refused */
const rowsOf = (line: Message, head: Head): OrderRow[] | string => {
  const [lin] = line
  if (!ADDED.includes(part(lin, 1))) return `Action ${part(lin, 1)} changes an earlier order.`
  const from = line.findIndex((segment) => isLocation(segment))
  const own = from === -1 ? line : line.slice(0, from)
  const quantity = quantityOf(own, ORDERED)
  if (typeof quantity === 'string') return quantity
  const gtin = GTINS.includes(part(lin, 2, 1)) ? part(lin, 2) : ''
  const theirProductCode = buyersCodeOf(own) || gtin
  if (!isCode(theirProductCode)) return 'It has no GTIN and no buyer’s number.'
  const ownDay = dayOf(own.find((segment) => isDeliveryDay(segment)))
  if (ownDay instanceof Error) return ownDay.message
  const product = {
    theirProductCode,
    name: part(
      own.find(({ name }) => name === 'IMD'),
      2,
      3,
    ).slice(0, NAME_MAX),
    gtin: /^\d{8,14}$/.test(gtin) ? gtin : '',
  }
  const whole = { ...head, deliveryDay: ownDay ?? head.deliveryDay }
  const rows = from === -1 ? [{ ...whole, quantity }] : locationsOf(line.slice(from), whole)
  if (typeof rows === 'string') return rows
  if (!rows.every(({ theirCustomerCode }) => isCode(theirCustomerCode)))
    return 'It names no delivery party, and the message names neither one nor a buyer.'
  const sum = rows.reduce((all, row) => all + row.quantity, 0)
  if (sum !== quantity) return `Its locations get ${sum}, but ${quantity} are ordered.`
  return rows.map((row) => ({ ...row, ...product }))
}

/** @returns a part for each location, or why the line is refused */
const locationsOf = (segments: readonly Segment[], whole: Head): (Head & { quantity: number })[] | string => {
  const parts: [Segment, ...Segment[]][] = []
  for (const segment of segments) {
    if (isLocation(segment)) parts.push([segment])
    else parts.at(-1)?.push(segment)
  }
  const rows: (Head & { quantity: number })[] = []
  for (const location of parts) {
    const quantity = quantityOf(location, FOR_LOCATION)
    if (typeof quantity === 'string') return quantity
    const day = dayOf(location.find((segment) => isDeliveryDay(segment)))
    if (day instanceof Error) return day.message
    rows.push({
      theirCustomerCode: part(location[0], 1),
      deliveryDay: day ?? whole.deliveryDay,
      quantity,
    })
  }
  return rows
}

const isLocation = (segment: Segment): boolean => segment.name === 'LOC' && part(segment, 0) === LOCATION
const isDeliveryDay = (segment: Segment): boolean => segment.name === 'DTM' && part(segment, 0) === REQUESTED
const isCode = (code: string): boolean => code !== '' && code.length <= CODE_MAX

/** It comes before the GTIN: the table of codes says what either means. */
const buyersCodeOf = (line: readonly Segment[]): string => {
  const numbers = line.flatMap(({ name, elements }) => {
    if (name === 'LIN') return [elements[2] ?? []]
    return name === 'PIA' ? elements.slice(1) : []
  })
  return numbers.find(([, kind = '']) => BUYERS.includes(kind))?.[0] ?? ''
}

/** @returns why it cannot be ordered */
const quantityOf = (segments: readonly Segment[], kind: string): number | string => {
  const found = segments.filter((segment) => segment.name === 'QTY' && part(segment, 0) === kind)
  const [qty] = found
  if (qty === undefined || found.length > 1) return `It needs one QTY ${kind}.`
  const unit = part(qty, 0, 2)
  if (!UNITS.includes(unit)) return `A quantity in ${unit} cannot be ordered, only pieces.`
  const text = part(qty, 0, 1)
  const quantity = /^\d+([.,]0+)?$/.test(text) ? Number.parseInt(text, 10) : 0
  if (quantity < 1 || quantity > QUANTITY_MAX)
    return `The quantity must be a whole number from 1 to ${QUANTITY_MAX}, not “${text}”.`
  return quantity
}

/** null: none. An error: not a day. */
const dayOf = (dtm: Segment | undefined): string | null | Error => {
  if (dtm === undefined) return null
  const isDay = part(dtm, 0, 2) === '102' || part(dtm, 0, 2) === '203'
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(part(dtm, 0, 1)) ?? []
  const text = `${year}-${month}-${day}`
  const at = new Date(`${text}T00:00:00Z`)
  if (isDay && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return text
  return faulty(dtm, 'The delivery date must be a day as YYYYMMDD, with format 102 or 203.')
}
