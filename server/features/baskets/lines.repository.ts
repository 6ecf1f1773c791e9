import type { Product } from '#domain/product.ts'
import type { TrollyLine } from '#domain/trolly.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/product-columns.ts'
import { type Connection, statement } from '#server/db/transaction.ts'
import type { TrollyRow } from '#server/db/trollies.ts'

/** What of a present line decides its price; all null where the product is no longer sold. */
export type PricedLine = {
  quantity: number
  pricePence: number | null
  vatBasisPoints: number | null
  catchWeight: boolean | null
  estimatedWeightGrams: number | null
}

/** All that a change of one line needs to know of its trolly. */
export type LineContext = {
  /** null: no line of this product has ever been there. */
  line: TrollyLine | null
  /** null: not sold, or no longer. */
  product: Product | null
  /** The other lines that are there, for the totals. */
  others: PricedLine[]
}

type LineColumns = {
  quantity: number
  version: number
  removed: boolean
  seenPricePence: number | null
  addedAt: Date
}
type Row = (LineColumns | { [Column in keyof LineColumns]: null }) &
  (Product | { [Column in keyof Product]: null }) & { others: PricedTuple[] | null }
export type PricedTuple = [
  quantity: number,
  pricePence: number | null,
  vatBasisPoints: number | null,
  catchWeight: boolean | null,
  estimatedWeightGrams: number | null,
]

/** One statement for all of it: a change of a line is the most frequent thing that the server does. */
const readContext = statement<Row, [id: string, priceListId: string, product_no: string]>(
  'line_context',
  `SELECT l.quantity, l.version, l.removed, l.seen_price_pence AS "seenPricePence", l.added_at AS "addedAt",
     ${PRODUCT_COLUMNS},
     (SELECT json_agg(json_build_array(o.quantity, pr.pence, p.vat_basis_points, p.catch_weight,
        p.estimated_weight_grams))
      FROM basket_lines o
      LEFT JOIN products p ON p.product_no = o.product_no AND p.active
      LEFT JOIN prices pr ON pr.price_list_id = $2 AND pr.product_no = p.product_no
      WHERE o.basket_id = $1 AND o.product_no <> $3 AND NOT o.removed) AS others
   FROM (SELECT $3::text AS product_no) asked
   LEFT JOIN basket_lines l ON l.basket_id = $1 AND l.product_no = asked.product_no
   LEFT JOIN products p ON p.product_no = asked.product_no AND p.active
   ${productJoins('$2')}`,
)

export const readLineContext = async (
  connection: Connection,
  { id, priceListId }: Pick<TrollyRow, 'id' | 'priceListId'>,
  product_no: string,
): Promise<LineContext> => {
  const [row] = await readContext(connection, id, priceListId, product_no)
  if (row === undefined) throw new Error('The statement always gives a row.')
  const { quantity, version, removed, seenPricePence, addedAt, others, ...product } = row
  return {
    line:
      version === null
        ? null
        : { product_no, quantity, version, removed, seenPricePence, addedAt: addedAt.toISOString() },
    product: product.product_no === null ? null : product,
    others: (others ?? []).map(pricedLineOf),
  }
}

export const pricedLineOf = ([
  quantity,
  pricePence,
  vatBasisPoints,
  catchWeight,
  estimatedWeightGrams,
]: PricedTuple): PricedLine => ({
  quantity,
  pricePence,
  vatBasisPoints,
  catchWeight,
  estimatedWeightGrams,
})

const write = statement<
  Record<string, never>,
  [
    id: string,
    product_no: string,
    quantity: number,
    version: number,
    removed: boolean,
    seenPricePence: number | null,
    addedAt: string,
    trollyVersion: number,
    updatedAt: string,
  ]
>(
  'line_write',
  `WITH line AS (
     INSERT INTO basket_lines (basket_id, product_no, quantity, version, removed, seen_price_pence, added_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (basket_id, product_no) DO UPDATE SET quantity = excluded.quantity, version = excluded.version,
       removed = excluded.removed, seen_price_pence = excluded.seen_price_pence
   )
   UPDATE baskets SET version = $8, updated_at = $9 WHERE id = $1`,
)

/** The trolly's row is locked by the caller, so the versions are what they were read as, plus one. */
export const writeLine = async (
  connection: Connection,
  { id, version, updatedAt }: Pick<TrollyRow, 'id' | 'version' | 'updatedAt'>,
  line: TrollyLine,
): Promise<void> => {
  const { product_no, quantity, removed, seenPricePence, addedAt } = line
  await write(
    connection,
    id,
    product_no,
    quantity,
    line.version,
    removed,
    seenPricePence,
    addedAt,
    version,
    updatedAt,
  )
}
