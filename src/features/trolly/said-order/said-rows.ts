import type { Wanted } from '#domain/add-all.ts'
import { lastQuantitiesOf } from '#domain/last-quantities.ts'
import type { Product } from '#domain/product.ts'
import { faultText, type QuickDecision } from '#domain/quick-add.ts'
import { howMany, type QuantityDoubt } from '#domain/said-order/how-many.ts'
import { type Ignored, readSaidOrder } from '#domain/said-order/read-said-order.ts'
import type { SaidLine } from '#domain/said-order/said-line.ts'
import type { FoundSaid, ProductDoubt } from '#search/find-said.ts'
import type { Device } from '#src/device/device.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { readKnownOrders } from '#src/store/known-orders.ts'
import { findQuickLine } from '#src/store/products/find-quick-line.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** One line of a message, with the product that it may mean and what the person has decided about it. */
export type SaidRow = {
  id: number
  line: SaidLine
  /** The one to add is the first; the others are offered. */
  products: readonly Product[]
  quantity: number
  /** What the person is asked; undefined once answered, and where nothing is unsure. */
  question: string | undefined
  /** Only ticked rows are added. */
  isTicked: boolean
}

export type SaidOrderRead = { rows: SaidRow[]; ignored: Ignored[]; isListWhole: boolean }

/** Asks the search engine of this device, which another feature has, for the lines of a message. */
export type FindSaid = (
  ports: { device: Device; user: UserDevice },
  trolly: { customerId: string; priceListId: string },
  lines: readonly SaidLine[],
) => Promise<{ found: FoundSaid[][]; complete: boolean }>

export type SaidPorts = {
  device: Device
  user: UserDevice
  trolly: { customerId: string; priceListId: string }
  loadEngine: () => Promise<{ findSaidLines: FindSaid }>
}

/** Reads a message with the products and orders on this device. Adds nothing. @throws the search's or the storage's error */
export const readSaidRows = async (
  { device, user, trolly, loadEngine }: SaidPorts,
  message: string,
): Promise<SaidOrderRead> => {
  const { database } = user
  const codes = await findCodes(database, trolly.priceListId, message)
  const { lines, ignored } = readSaidOrder(message, (part) => codes.has(part))
  const named = lines.filter(({ text }) => !codes.has(text))
  const { found, complete } =
    named.length > 0
      ? await (await loadEngine()).findSaidLines({ device, user }, trolly, named)
      : { found: [], complete: true }
  const foundFor = new Map(named.map((line, at) => [line, found[at] ?? []]))
  const last = lastQuantitiesOf(await readKnownOrders(database, trolly.customerId))
  const rows = lines.flatMap((line): Omit<SaidRow, 'id'>[] => {
    const decision = codes.get(line.text)
    return decision
      ? [rowOfCode(line, decision)]
      : (foundFor.get(line) ?? []).map((each) => rowOf(each, last))
  })
  return { rows: rows.map((row, id) => ({ ...row, id })), ignored, isListWhole: complete }
}

type Known = Exclude<QuickDecision<Product>, { is: 'unknown' }>

const findCodes = async (
  database: UserDatabase,
  priceListId: string,
  message: string,
): Promise<Map<string, Known>> => {
  const known = new Map<string, Known>()
  for (const part of partsOf(message)) {
    const decision = await findQuickLine(database, priceListId, part)
    if (decision.is !== 'unknown') known.set(part, decision)
  }
  return known
}

/** What may be a code and its quantity. */
const partsOf = (message: string): Set<string> => {
  const parts = new Set<string>()
  readSaidOrder(message, (part) => {
    parts.add(part)
    return false
  })
  return parts
}

const rowOfCode = (line: SaidLine, decision: Known): Omit<SaidRow, 'id'> => {
  if (decision.is === 'found')
    return {
      line,
      products: [decision.product],
      quantity: decision.quantity,
      question: undefined,
      isTicked: true,
    }
  const products =
    decision.is === 'refused' ? [decision.product] : decision.choices.map(({ product }) => product)
  return { line, products, quantity: 1, question: faultText(decision), isTicked: false }
}

const rowOf = (
  { line, products, doubt, dropped }: FoundSaid,
  last: ReadonlyMap<string, number>,
): Omit<SaidRow, 'id'> => {
  const [first] = products
  if (!first) return { line, products, quantity: 1, question: PRODUCT_QUESTIONS.none, isTicked: false }
  const { quantity, doubt: ofQuantity } = howMany(line, first, last.get(first.product_no))
  const questions = [
    doubt && (doubt === 'words' && dropped ? droppedWords(dropped) : PRODUCT_QUESTIONS[doubt]),
    ofQuantity && QUANTITY_QUESTIONS[ofQuantity],
  ].filter((question) => question !== undefined)
  const question = questions.length > 0 ? questions.join(' ') : undefined
  return { line, products, quantity, question, isTicked: question === undefined }
}

/** Another product in place of the proposed one, which is an answer. */
export const withProduct = (row: SaidRow, product: Product): SaidRow => ({
  ...row,
  products: [product, ...row.products.filter(({ product_no }) => product_no !== product.product_no)],
  quantity: howMany(row.line, product, undefined).quantity,
  question: undefined,
  isTicked: true,
})

export const wantedOf = (rows: readonly SaidRow[]): Wanted[] =>
  rows.flatMap(({ isTicked, products: [product], quantity }) =>
    isTicked && product ? [{ product_no: product.product_no, name: product.name, quantity }] : [],
  )

const PRODUCT_QUESTIONS: Record<ProductDoubt, string> = {
  none: 'No product found. Search for it, or leave it out.',
  several: 'Which one?',
  words: 'Is this near enough?',
  spelling: 'Is this what you meant?',
  unit: 'Not sold in this unit. Is this all right?',
  notUsual: 'You haven’t ordered this before. Is this the one?',
}

const droppedWords = (dropped: readonly string[]): string =>
  `Nothing has “${dropped.join('” and “')}” as well. Is this near enough?`

const QUANTITY_QUESTIONS: Record<QuantityDoubt, string> = {
  part: 'Only whole numbers can be ordered. Check the quantity.',
  pieces: 'This holds several. Check the quantity.',
  amount: 'These packs don’t make exactly what you wrote. Check the quantity.',
  unsaid: 'No quantity written. This is what you ordered last.',
  many: 'That is far more than usual. Check the quantity.',
}
