import { Dexie } from 'dexie'
import type { Basket, BasketHead, BasketLine } from '#contract/trollies.ts'
import { termsOf } from '#domain/line-terms.ts'
import { isUnderstood } from '#domain/outbox/lane.ts'
import { laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import { compareCodes } from '#domain/plain-text.ts'
import { type Product, type ProductFacts, productTitle } from '#domain/product.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { TROLLY, type TrollyRecord } from '#domain/trollies/operation.ts'
import { type TrollyParts, type TrollyView, viewTrolly } from '#domain/trollies/view.ts'
import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import { noteChangedProducts } from '#src/store/products/index-parts.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** Callers that write wrap these in their own transaction. */

export type StoredParts = Omit<TrollyParts, 'queue'> & { queue: readonly TrollyRecord[] }

export const trollyTables = ({ trollies, lines, outbox }: UserDatabase) => [trollies, lines, outbox]

/** In one transaction, since each of three would cost a tap on a slow phone as much as the reading. */
export const readTrollyParts = (database: UserDatabase, trollyId: string): Promise<StoredParts> =>
  database.transaction('r', trollyTables(database), async () => {
    const [head, lines, queue] = await Promise.all([
      database.trollies.get(trollyId),
      linesOf(database, trollyId).toArray(),
      queueOf(database, trollyId),
    ])
    return { head, lines, queue }
  })

/** Not `async`: see `change` in src/sync/trollies/taken-back.ts. */
const queueOf = ({ outbox }: UserDatabase, trollyId: string): PromiseLike<TrollyRecord[]> =>
  outbox.where('lane').equals(laneOf(TROLLY, trollyId)).sortBy('seq').then(understood)

/** A newer build's record blocks its lane (domain/outbox/lane.ts), and is neither shown nor folded into. */
export const understood = (records: readonly OutboxRecord[]): TrollyRecord[] =>
  records.filter((record) => isUnderstood(OPERATION_KINDS, record)) as TrollyRecord[]

/** Reads by primary key: a live query on another index notes each row, which takes longer than reading them. */
const linesOf = ({ lines }: UserDatabase, trollyId: string) =>
  lines.where('[trollyId+product_no]').between([trollyId, Dexie.minKey], [trollyId, Dexie.maxKey])

/** One line with the whole queue: enough to change a long trolly. */
export const readLineParts = async (
  database: UserDatabase,
  trollyId: string,
  product_no: string,
): Promise<StoredParts> => {
  const [head, line, queue] = await Promise.all([
    database.trollies.get(trollyId),
    database.lines.get([trollyId, product_no]),
    queueOf(database, trollyId),
  ])
  return { head, lines: line ? [line] : [], queue }
}

export const findTrolly = async (database: UserDatabase, trollyId: string): Promise<TrollyView | undefined> =>
  viewTrolly(await readTrollyParts(database, trollyId))

/** A trolly without its lines, which may be hundreds. */
export type TrollyOutline = Omit<TrollyView, 'lines'>

export const findTrollyOutline = async (
  database: UserDatabase,
  trollyId: string,
): Promise<TrollyOutline | undefined> => {
  const [head, queue] = await Promise.all([database.trollies.get(trollyId), queueOf(database, trollyId)])
  const view = viewTrolly({ head, lines: [], queue })
  return view && outlineOf(view)
}

/** @param trollyId undefined: none is wanted */
export const trollyOutlineQuery = (trollyId: string | undefined) => ({
  key: ['trolly outline', trollyId],
  read: async (database: UserDatabase) =>
    trollyId === undefined
      ? undefined
      : await database.transaction('r', trollyTables(database), () => findTrollyOutline(database, trollyId)),
})

export const outlineOf = ({ lines: _, ...outline }: TrollyView): TrollyOutline => outline

export const countLines = ({ lines }: TrollyView): number => lines.filter(({ removed }) => !removed).length

/** Includes trollies not sent yet, without drafts; last changed first. */
export const listTrollies = async (database: UserDatabase, customerId: string): Promise<TrollyView[]> =>
  (await listViews(database, customerId, (id) => linesOf(database, id).toArray())).filter(
    ({ isDraft }) => !isDraft,
  )

/** The same with drafts and without lines: there may be hundreds, read again after every tap. */
export const outlinesQuery = (customerId: string) => ({
  key: ['trolly outlines', customerId],
  read: (database: UserDatabase): Promise<TrollyOutline[]> =>
    database.transaction('r', trollyTables(database), async () =>
      (await listViews(database, customerId, () => [])).map(outlineOf),
    ),
})

const listViews = async (
  database: UserDatabase,
  customerId: string,
  readLines: (id: string) => PromiseLike<TrollyLine[]> | TrollyLine[],
): Promise<TrollyView[]> => {
  const queue = understood(await database.outbox.where('lane').startsWith(laneOf(TROLLY, '')).sortBy('seq'))
  const rows = await database.trollies.where('customerId').equals(customerId).primaryKeys()
  const ids = [...new Set([...rows, ...createdHere(queue, customerId)])]
  const views = await Promise.all(
    ids.map(async (id) =>
      viewTrolly({
        head: await database.trollies.get(id),
        lines: await readLines(id),
        queue: queue.filter(({ lane }) => lane === laneOf(TROLLY, id)),
      }),
    ),
  )
  return views
    .filter((view) => view !== undefined)
    .filter(({ state, held }) => state === 'open' || held !== null)
    .sort((a, b) => compareCodes(b.updatedAt, a.updatedAt))
}

const createdHere = (queue: readonly TrollyRecord[], customerId: string): string[] =>
  queue.flatMap(({ operation }) =>
    operation.kind === 'create' && operation.customerId === customerId ? [operation.trollyId] : [],
  )

export const headOf = ({ totals: _, ...head }: BasketHead): TrollyHead => head

/**
 * Before its lines. Keeps a newer stored version: answers and reads may arrive in any order.
 * @param linesFrom the version from which the lines that are put with it lead to this one
 */
export const putHead = async (
  { trollies }: UserDatabase,
  head: TrollyHead,
  linesFrom?: number,
): Promise<void> => {
  const known = await trollies.get(head.id)
  if (known && head.version < known.version) return
  const linesVersion = linesFrom === (known?.linesVersion ?? 0) ? head.version : known?.linesVersion
  await trollies.put({ ...head, ...(linesVersion !== undefined && { linesVersion }) })
}

export const putLine = async (database: UserDatabase, trollyId: string, line: TrollyLine): Promise<void> => {
  const known = await database.lines.get([trollyId, line.product_no])
  if (!known || line.version >= known.version)
    await database.lines.put({ ...keptOf(known), ...line, trollyId })
}

/** What the reply to a change of one line leaves out. */
const keptOf = (
  known: TrollyLine | undefined,
): Pick<TrollyLine, 'knownAs' | 'known' | 'orderedQuantity'> => ({
  ...(known?.known !== undefined && { known: known.known }),
  ...(known?.knownAs !== undefined && { knownAs: known.knownAs }),
  ...(known?.orderedQuantity !== undefined && { orderedQuantity: known.orderedQuantity }),
})

/** Stores products that came with a trolly's lines, as the list may not be downloaded yet. */
export const putProducts = async (
  database: UserDatabase,
  priceListId: string,
  products: readonly Product[],
): Promise<void> => {
  const facts = products.map(factsOf)
  const known = await database.products.bulkGet(facts.map(({ product_no }) => product_no))
  const changed = facts.filter((each, place) => !isFoundTheSame(each, known[place]))
  // Skips unchanged rows, since every write makes open pages read again.
  await database.products.bulkPut(
    facts.filter(
      (each, place) => changed.includes(each) || each.stockQuantity !== known[place]?.stockQuantity,
    ),
  )
  await noteChangedProducts(
    database,
    changed.map(({ product_no }) => product_no),
  )
  await putPrices(database, priceListId, products)
}

const putPrices = async (
  database: UserDatabase,
  priceListId: string,
  products: readonly Product[],
): Promise<void> => {
  const known = await database.prices.bulkGet(
    products.map(({ product_no }): [string, string] => [priceListId, product_no]),
  )
  await database.prices.bulkPut(
    products
      .filter(({ pricePence }, place) => known[place]?.pence !== pricePence)
      .map(({ product_no, pricePence }) => ({ priceListId, product_no, pence: pricePence })),
  )
}

const factsOf = ({ pricePence: _, ...facts }: Product): ProductFacts => facts

/** Ignores stock, which changes often and affects no search. */
const isFoundTheSame = (now: ProductFacts, before: ProductFacts | undefined): boolean =>
  before !== undefined &&
  (Object.keys(now) as (keyof ProductFacts)[]).every(
    (name) => name === 'stockQuantity' || JSON.stringify(now[name]) === JSON.stringify(before[name]),
  )

export const replaceTrolly = async (database: UserDatabase, basket: Basket): Promise<void> => {
  const { items, substitutes: _, ...head } = basket
  const before = new Map(
    (await linesOf(database, basket.id).toArray()).map((line) => [line.product_no, line]),
  )
  await database.trollies.put({ ...headOf(head), linesVersion: head.version })
  await linesOf(database, basket.id).delete()
  await database.lines.bulkPut(
    items.map((item) => ({ ...keptOf(before.get(item.product_no)), ...lineOf(item), trollyId: basket.id })),
  )
  await putProductsOf(database, basket)
}

/** A product that a read reports as no longer sold leaves the list. Not `async`: see `change` in src/sync/trollies/taken-back.ts. */
export const putProductsOf = (
  database: UserDatabase,
  { priceListId, items, substitutes = [] }: Pick<Basket, 'priceListId' | 'items' | 'substitutes'>,
): PromiseLike<void> => {
  const told = [...items, ...substitutes]
  const products = told.flatMap(({ product }) => (product ? [product] : []))
  const gone = told.flatMap(({ product_no, product }) => (product ? [] : [product_no]))
  if (gone.length === 0) return putProducts(database, priceListId, products)
  return forgetProducts(database, gone).then(() =>
    products.length === 0 ? undefined : putProducts(database, priceListId, products),
  )
}

const forgetProducts = async (database: UserDatabase, productNos: string[]): Promise<void> => {
  const known = await database.products.bulkGet(productNos)
  const listed = known.flatMap((product) => product?.product_no ?? [])
  if (listed.length === 0) return
  await database.products.bulkDelete(listed)
  await noteChangedProducts(database, listed)
}

export const lineOf = (line: BasketLine & { product?: Product | null }): TrollyLine => ({
  product_no: line.product_no,
  quantity: line.quantity,
  version: line.version,
  removed: line.removed,
  seenPricePence: line.seenPricePence,
  addedAt: line.addedAt,
  ...(line.orderedQuantity !== undefined && { orderedQuantity: line.orderedQuantity }),
  ...termsOf(line),
  ...(line.product && { knownAs: productTitle(line.product), known: factsOf(line.product) }),
})

export const forgetTrolly = async (database: UserDatabase, trollyId: string): Promise<void> => {
  await database.trollies.delete(trollyId)
  await linesOf(database, trollyId).delete()
}
