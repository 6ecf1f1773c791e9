import type { ChosenTerms } from '#domain/chosen-delivery.ts'
import type { LineView } from '#domain/operations/draft.ts'
import type { QueuedOperation } from '#domain/operations/operation.ts'
import { type TrollyView, viewTrolly } from '#domain/operations/view.ts'
import type { Product } from '#domain/product.ts'
import { type Totals, totalsOf } from '#domain/totals.ts'
import { findProducts, type PricedProducts } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readLineParts } from './trollies.ts'

export type OpenTrolly = {
  view: TrollyView
  rows: TrollyRow[]
  /** Of its lines, as far as known here; the same map until one of them changes. */
  products: ReadonlyMap<string, Product>
  totals: Totals
  /** What its delivery costs and the least it is made for; undefined where this device does not know. */
  delivery?: ChosenTerms | undefined
  pricesHere: boolean
  queue: readonly QueuedOperation[]
  /** Not created yet: see prepared-trolly.ts. */
  prepared?: true
}

/** product is null if this device does not know it or it is no longer sold. */
export type TrollyRow = { line: LineView; product: Product | null }

/** @param rowsBefore unchanged rows are reused */
export const openTrollyOf = ({
  view,
  queue,
  products,
  pricesHere,
  rowsBefore = [],
}: {
  view: TrollyView
  queue: readonly QueuedOperation[]
  rowsBefore?: readonly TrollyRow[]
} & PricedProducts): OpenTrolly => {
  const before = new Map(rowsBefore.map((row) => [row.line.product_no, row]))
  const rows = view.lines.map((line): TrollyRow => {
    const product = products.get(line.product_no) ?? null
    const known = before.get(line.product_no)
    return known && known.product === product && isSameLine(known.line, line) ? known : { line, product }
  })
  const totals = totalsOf(
    presentRows(rows).map(({ line, product }) => ({ quantity: line.quantity, product })),
  )
  return { view, rows, products, totals, pricesHere, queue }
}

const isSameLine = (one: LineView, other: LineView): boolean =>
  (Object.keys(other) as (keyof LineView)[]).every((name) => one[name] === other[name])

/** undefined: no such line or trolly. */
export const findTrollyRow = async (
  database: UserDatabase,
  trollyId: string,
  product_no: string,
): Promise<TrollyRow | undefined> => {
  const view = viewTrolly(await readLineParts(database, trollyId, product_no))
  const line = view?.lines.find((each) => each.product_no === product_no)
  if (!view || !line) return undefined
  const products = await findProducts(database, view.priceListId, [product_no])
  return { line, product: products.get(product_no) ?? null }
}

/** Without removed lines that only await a decision. */
export const presentRows = (rows: readonly TrollyRow[]): TrollyRow[] =>
  rows.filter(({ line }) => !line.removed)
