import type { ChosenTerms } from '#domain/chosen-delivery.ts'
import { type Discount, type DiscountableLine, type LineDiscount, withDiscounts } from '#domain/discounts.ts'
import type { Product } from '#domain/product.ts'
import { namesApart } from '#domain/product-words.ts'
import { type TotalledLine, type Totals, totalsOf } from '#domain/totals.ts'
import type { LineView } from '#domain/trollies/line-view.ts'
import type { QueuedOperation } from '#domain/trollies/operation.ts'
import { type TrollyView, viewTrolly } from '#domain/trollies/view.ts'
import type { NameOf } from '#domain/trollies/words.ts'
import { findProducts, type PricedProducts } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readLineParts, readTrollyParts } from './trollies.ts'

export type OpenTrolly = {
  view: TrollyView
  rows: TrollyRow[]
  /** The products of its lines that this device knows; the same map until one of them changes. */
  products: ReadonlyMap<string, Product>
  totals: Totals
  /** Those that may apply to its customer's orders; none where this device does not know the customer. */
  discounts: readonly Discount[]
  /** What its delivery costs and the least it is made for; undefined where this device does not know. */
  delivery?: ChosenTerms | undefined
  pricesHere: boolean
  queue: readonly QueuedOperation[]
}

/** product is null if this device does not know it or it is no longer sold. */
export type TrollyRow = { line: LineView; product: Product | null; discount?: LineDiscount | undefined }

/** null: unknown trolly. */
export const trollyQuery = (trollyId: string) => ({
  key: ['trolly', trollyId],
  read: async (database: UserDatabase) => {
    const parts = await readTrollyParts(database, trollyId)
    const view = viewTrolly(parts)
    return view ? { view, queue: parts.queue } : null
  },
})

/** The numbers of its products and their agreed substitutes, in one order whenever its lines are the same. */
export const productNosOf = ({ lines }: Pick<TrollyView, 'lines'>): string[] =>
  lines
    .flatMap(({ product_no, substitution }) =>
      substitution?.kind === 'take' ? [product_no, substitution.product_no] : [product_no],
    )
    .sort()

export const openTrollyOf = ({
  view,
  queue,
  products,
  pricesHere,
  discounts = NO_DISCOUNTS,
}: Pick<OpenTrolly, 'view' | 'queue'> &
  PricedProducts & { discounts?: readonly Discount[] | undefined }): OpenTrolly => {
  const present = view.lines.filter(({ removed }) => !removed)
  const lines = discountedLines(
    view,
    discounts,
    present.map(({ product_no, quantity }) => ({
      product_no,
      quantity,
      product: products.get(product_no) ?? null,
    })),
  )
  const found = new Map(lines.map(({ product_no, discount }) => [product_no, discount]))
  const rows = view.lines.map((line) =>
    rowOf(line, products.get(line.product_no) ?? null, line.removed ? undefined : found.get(line.product_no)),
  )
  return { view, rows, products, totals: totalsOf(lines), discounts, pricesHere, queue }
}

const NO_DISCOUNTS: readonly Discount[] = []

/** The lines of a trolly with what its customer's discounts take off them, as the server works them out. */
export const discountedLines = (
  { customerId, priceListId, deliveryDay }: Pick<TrollyView, 'customerId' | 'priceListId' | 'deliveryDay'>,
  discounts: readonly Discount[],
  lines: readonly (DiscountableLine & TotalledLine)[],
) => withDiscounts(lines, discounts, { customerId, priceListId, day: deliveryDay })

/** The same object for an unchanged line, product and discount, so that its row is not drawn again. */
const rowOf = (line: LineView, product: Product | null, discount: LineDiscount | undefined): TrollyRow => {
  const known = rowsOfLines.get(line)
  if (known?.product === product && isSameDiscount(known.discount, discount)) return known
  const row = { line, product, discount }
  rowsOfLines.set(line, row)
  return row
}

const isSameDiscount = (one: LineDiscount | undefined, other: LineDiscount | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const rowsOfLines = new WeakMap<LineView, TrollyRow>()

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

/** Names a trolly’s products; a product that this device does not know has its number. */
export const productNamesOf = ({ rows, products }: Pick<OpenTrolly, 'rows' | 'products'>): NameOf => {
  let names: Map<string, string> | undefined
  return (product_no) => {
    // A trolly's page asks only if something is wrong with a line.
    names ??= namesApart([...products.values()])
    const knownAs = () => rows.find(({ line }) => line.product_no === product_no)?.line.knownAs
    return names.get(product_no) ?? knownAs() ?? product_no
  }
}
