import { eq, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  type DeclaredAllergens,
  type LineTerms,
  type SubstitutionChoice,
  termsOf,
} from '#domain/line-terms.ts'
import type { Product } from '#domain/product.ts'
import type { TrollyLine } from '#domain/trolly.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/products/product-columns.ts'
import { basketLines } from '#server/db/schema/baskets.ts'
import { products } from '#server/db/schema/products.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { PricedLine } from './trolly-head.ts'
import { TROLLY_VISIBLE, type TrollyRow } from './trolly-rows.repository.ts'

export type LineContext = {
  /** The moment of reading the prices, since the lock may come later. */
  priceListId: string
  line: TrollyLine | null
  product: Product | null
  others: PricedLine[]
}

type LineColumns = {
  quantity: number
  version: number
  removed: boolean
  seenPricePence: number | null
  addedAt: Date
  note: string
  substitution: SubstitutionChoice | null
}
type Row = (LineColumns | { [Column in keyof LineColumns]: null }) &
  (Product | { [Column in keyof Product]: null }) & {
    trollyPriceListId: string
    others: PricedTuple[] | null
  }
/** Its product as an array, since objects would repeat their keys for each line. */
type PricedTuple = [
  product_no: string,
  quantity: number,
  isSold: boolean,
  pricePence: number | null,
  vatBasisPoints: number,
  catchWeight: boolean,
  estimatedWeightGrams: number | null,
  brand: string,
  department: string,
  group: string,
  category: string,
  unitCount: number,
  isSpotPriced: boolean,
  promotion: boolean,
  reducedToClear: boolean,
]

/**
 * Written by hand, in one statement, as line changes are the server's most frequent work (budget: add a line). Sent with the
 * trolly's lock, so it checks ownership itself; otherwise its duration would reveal the trolly's size.
 */
const readContext = statement<Row, { userId: string; isStaff: boolean; id: string; product_no: string }>(
  'line_context',
  `WITH trolly AS (
     SELECT b.id, c.price_list_id FROM baskets b JOIN customers c ON c.id = b.customer_id
     WHERE b.id = :id AND ${TROLLY_VISIBLE}
   )
   SELECT l.quantity, l.version, l.removed, l.seen_price_pence AS "seenPricePence", l.added_at AS "addedAt",
     l.note, l.substitution,
     ${PRODUCT_COLUMNS}, trolly.price_list_id AS "trollyPriceListId",
     (SELECT json_agg(json_build_array(o.product_no, o.quantity, p.product_no IS NOT NULL, pr.pence, p.vat_basis_points, p.catch_weight, p.estimated_weight_grams,
        p.brand, p.department, p.product_group, p.category, p.unit_count, p.is_spot_priced, p.promotion, p.reduced_to_clear))
      FROM basket_lines o
      LEFT JOIN products p ON p.product_no = o.product_no AND p.active
      LEFT JOIN prices pr ON pr.price_list_id = trolly.price_list_id AND pr.product_no = p.product_no
      WHERE o.basket_id = trolly.id AND NOT o.removed AND o.product_no <> :product_no) AS others
   FROM trolly
   LEFT JOIN basket_lines l ON l.basket_id = trolly.id AND l.product_no = :product_no
   LEFT JOIN products p ON p.product_no = :product_no AND p.active
   ${productJoins('trolly.price_list_id')}`,
)

export const findLineContext = async (
  connection: Connection,
  { userId, isStaff }: { userId: string; isStaff: boolean },
  id: string,
  product_no: string,
): Promise<LineContext | undefined> => {
  const [row] = await readContext(connection, { userId, isStaff, id, product_no })
  if (row === undefined) return undefined
  const { quantity, version, removed, seenPricePence, addedAt, note, substitution, ...rest } = row
  const { others, trollyPriceListId, ...product } = rest
  return {
    priceListId: trollyPriceListId,
    line:
      version === null
        ? null
        : {
            product_no,
            quantity,
            version,
            removed,
            seenPricePence,
            addedAt: addedAt.toISOString(),
            ...termsOf({ note, substitution }),
          },
    product: product.product_no === null ? null : product,
    others: (others ?? []).map(pricedLineOf),
  }
}

const pricedLineOf = ([product_no, quantity, isSold, ...product]: PricedTuple): PricedLine => {
  const [pricePence, vatBasisPoints, catchWeight, estimatedWeightGrams, ...facts] = product
  const [brand, department, group, category, unitCount, isSpotPriced, promotion, reducedToClear] = facts
  return {
    product_no,
    quantity,
    product: isSold
      ? {
          pricePence,
          vatBasisPoints,
          catchWeight,
          estimatedWeightGrams,
          brand,
          department,
          group,
          category,
          unitCount,
          isSpotPriced,
          promotion,
          reducedToClear,
        }
      : null,
  }
}

/** Its terms stay as they are, unless it is removed. */
type Written = Omit<TrollyLine, keyof LineTerms> & { id: string; trollyVersion: number; updatedAt: string }

/** Written by hand: the only write of a line change, sent with its commit (budget: add a line). */
const write = statement<Record<string, never>, Written>(
  'line_write',
  `WITH line AS (
     INSERT INTO basket_lines (basket_id, product_no, quantity, version, removed, seen_price_pence, added_at)
     VALUES (:id, :product_no, :quantity, :version, :removed, :seenPricePence, :addedAt)
     ON CONFLICT (basket_id, product_no) DO UPDATE SET quantity = excluded.quantity, version = excluded.version,
       removed = excluded.removed, seen_price_pence = excluded.seen_price_pence,
       note = CASE WHEN excluded.removed THEN '' ELSE basket_lines.note END,
       substitution = CASE WHEN excluded.removed THEN NULL ELSE basket_lines.substitution END
   )
   UPDATE baskets SET version = :trollyVersion, updated_at = :updatedAt WHERE id = :id`,
)

/** Several at once, leaving the trolly's row to the caller. Requires the trolly's lock. */
export const writeLines = async (
  connection: Connection,
  basketId: string,
  lines: readonly TrollyLine[],
): Promise<void> => {
  if (lines.length === 0) return
  const written = (column: PgColumn) => sql.raw(`excluded.${column.name}`)
  const { quantity, version, removed, seenPricePence } = basketLines
  await connection
    .insert(basketLines)
    .values(lines.map((line) => ({ ...line, basketId, addedAt: new Date(line.addedAt) })))
    .onConflictDoUpdate({
      target: [basketLines.basketId, basketLines.product_no],
      set: {
        quantity: written(quantity),
        version: written(version),
        removed: written(removed),
        seenPricePence: written(seenPricePence),
        note: sql`CASE WHEN excluded.removed THEN '' ELSE ${basketLines.note} END`,
        substitution: sql`CASE WHEN excluded.removed THEN NULL ELSE ${basketLines.substitution} END`,
      },
    })
}

const writeTermsById = statement<
  Record<string, never>,
  Pick<Written, 'id' | 'product_no' | 'trollyVersion' | 'updatedAt'> & {
    note: string
    substitution: string | null
  }
>(
  'line_terms_write',
  `WITH line AS (
     UPDATE basket_lines SET note = :note, substitution = :substitution::jsonb
     WHERE basket_id = :id AND product_no = :product_no
   )
   UPDATE baskets SET version = :trollyVersion, updated_at = :updatedAt WHERE id = :id`,
)

/** Requires the trolly's lock. The line keeps its version. */
export const writeTerms = async (
  connection: Connection,
  { id, version: trollyVersion, updatedAt }: Pick<TrollyRow, 'id' | 'version' | 'updatedAt'>,
  { product_no, note = '', substitution }: Pick<TrollyLine, 'product_no' | keyof LineTerms>,
): Promise<void> => {
  await writeTermsById(connection, {
    id,
    trollyVersion,
    updatedAt,
    product_no,
    note,
    substitution: substitution ? JSON.stringify(substitution) : null,
  })
}

/** As it is, even if it is no longer sold; undefined: it never was. */
export const findDeclaredAllergens = async (
  connection: Connection,
  product_no: string,
): Promise<DeclaredAllergens | undefined> =>
  (
    (await connection
      .select({ contains: products.contains, mayContain: products.mayContain })
      .from(products)
      .where(eq(products.product_no, product_no))) as DeclaredAllergens[]
  )[0]

/** Requires the trolly's lock: versions are those read, plus one. */
export const writeLine = async (
  connection: Connection,
  { id, version: trollyVersion, updatedAt }: Pick<TrollyRow, 'id' | 'version' | 'updatedAt'>,
  line: TrollyLine,
): Promise<void> => {
  const { product_no, quantity, version, removed, seenPricePence, addedAt } = line
  const written = { product_no, quantity, version, removed, seenPricePence, addedAt }
  await write(connection, { ...written, id, trollyVersion, updatedAt })
}
