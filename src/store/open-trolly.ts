import type { QueuedOperation } from '#domain/operations/operation.ts'
import { type LineView, type TrollyView, viewTrolly } from '#domain/operations/view.ts'
import type { Product } from '#domain/product.ts'
import { type Totals, totalsOf } from '#domain/totals.ts'
import { findProducts } from './pricing.ts'
import { readTrollyParts } from './trollies.ts'
import type { UserDatabase } from './user-database.ts'

/** A trolly as a screen needs it: its lines with their products and prices, and what it comes to. */
export type OpenTrolly = {
  view: TrollyView
  rows: TrollyRow[]
  totals: Totals
  /** What waits for it, in order. */
  queue: readonly QueuedOperation[]
}

/** product is null where this device has never been told of it, or it is no longer sold. */
export type TrollyRow = { line: LineView; product: Product | null }

/** null: this device knows of no such trolly. */
export const findOpenTrolly = async (
  database: UserDatabase,
  trollyId: string,
): Promise<OpenTrolly | null> => {
  const parts = await readTrollyParts(database, trollyId)
  const view = viewTrolly(parts)
  if (!view) return null
  const productNos = view.lines.map(({ product_no }) => product_no)
  const products = await findProducts(database, view.priceListId, productNos)
  const rows = view.lines.map((line) => ({ line, product: products.get(line.product_no) ?? null }))
  const totals = totalsOf(
    presentRows(rows).map(({ line, product }) => ({ quantity: line.quantity, product })),
  )
  return { view, rows, totals, queue: parts.queue }
}

/** Without the lines that are gone and only still ask something. */
export const presentRows = (rows: readonly TrollyRow[]): TrollyRow[] =>
  rows.filter(({ line }) => !line.removed)
