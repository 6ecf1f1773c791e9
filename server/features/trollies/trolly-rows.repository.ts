import type { DeliveryTerms } from '#domain/delivery-charge.ts'
import type { Discount } from '#domain/discounts.ts'
import { type LineTerms, type SubstitutionChoice, termsOf } from '#domain/line-terms.ts'
import type { Product } from '#domain/product.ts'
import type { DeliveryChoice, TrollyHead, TrollyLine } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { PRODUCT_COLUMNS, productJoins } from '#server/db/products/product-columns.ts'
import { statement } from '#server/db/statement.ts'
import { type Connection, inSnapshot } from '#server/db/transaction.ts'
import { discountsSql } from '#server/features/customers/discounts-sql.ts'
import { trollyChargeSql } from '#server/features/customers/route-charge-sql.ts'
import { readProducts } from '#server/features/products/products.repository.ts'

/**
 * Written by hand for line changes, searches and checkouts (their budgets). Statements check ownership, so that another's
 * trolly is indistinguishable from a missing one, even by time.
 */

type Viewer = { userId: string; isStaff: boolean }

/** With the price list it is priced by, the terms of its delivery and the discounts of its customer. */
export type TrollyRow = TrollyHead &
  Required<DeliveryChoice> & { terms: DeliveryTerms & { discounts: Discount[] } }

export type TrollyColumns = Omit<TrollyRow, 'createdAt' | 'updatedAt' | 'terms'> & {
  createdAt: Date
  updatedAt: Date
  routeChargePence: number
  freeDeliveryPence: number | null
  discounts: Discount[]
}

/** Reads `b` (baskets) and `c` (its customer). */
export const TROLLY_COLUMNS = `
  b.id, b.customer_id AS "customerId", to_char(b.delivery_day, 'YYYY-MM-DD') AS "deliveryDay",
  b.po_number AS "poNumber", b.instructions, b.method,
  b.delivery_address_id AS "deliveryAddressId", b.collection_site_id AS "collectionSiteId",
  b.collection_slot AS "collectionSlot", b.version, b.details_version AS "detailsVersion", b.state,
  b.created_at AS "createdAt", b.updated_at AS "updatedAt",
  b.replaces_order_id AS "replacesOrderId", b.replaces_order_no AS "replacesOrderNo", c.price_list_id AS "priceListId",
  ${trollyChargeSql('b', 'c')} AS "routeChargePence", c.free_delivery_pence AS "freeDeliveryPence",
  ${discountsSql('c')} AS discounts`

export const TROLLY_VISIBLE = `(:isStaff::boolean OR EXISTS (
  SELECT FROM customer_users cu WHERE cu.user_id = :userId::uuid AND cu.customer_id = b.customer_id))`

type ByIdValues = { userId: string; isStaff: boolean; id: string }

const READ = `SELECT ${TROLLY_COLUMNS} FROM baskets b JOIN customers c ON c.id = b.customer_id
  WHERE b.id = :id AND ${TROLLY_VISIBLE}`

const readById = statement<TrollyColumns, ByIdValues>('trolly_read', READ)
const lockById = statement<TrollyColumns, ByIdValues>('trolly_lock', `${READ} FOR UPDATE OF b`)

export const findTrolly = async (
  executor: Database | Connection,
  { userId, isStaff }: Viewer,
  id: string,
): Promise<TrollyRow | undefined> => trollyOf(await readById(executor, { userId, isStaff, id }))

/**
 * The same with the row locked: all changes of a trolly queue here. Read the rest afterwards in new statements, or it
 * is as old as the wait.
 */
export const lockTrolly = async (
  connection: Connection,
  { userId, isStaff }: Viewer,
  id: string,
): Promise<TrollyRow | undefined> => trollyOf(await lockById(connection, { userId, isStaff, id }))

const writeById = statement<TrollyColumns, Omit<TrollyRow, 'terms'>>(
  'trolly_write',
  `UPDATE baskets b SET delivery_day = :deliveryDay::date, po_number = :poNumber, instructions = :instructions,
     method = :method, delivery_address_id = :deliveryAddressId, collection_site_id = :collectionSiteId,
     collection_slot = :collectionSlot, state = :state, version = :version, details_version = :detailsVersion,
     updated_at = :updatedAt
   FROM customers c WHERE b.id = :id AND c.id = b.customer_id RETURNING ${TROLLY_COLUMNS}`,
)

/** Requires the row's lock. @returns the trolly with its terms, which another address changes */
export const writeTrolly = async (connection: Connection, trolly: TrollyRow): Promise<TrollyRow> => {
  const written = trollyOf(await writeById(connection, trolly))
  if (written === undefined) throw new Error(`Trolly ${trolly.id}, which was locked, is gone.`)
  return written
}

export type ReadLine = TrollyLine & { product: Product | null }

type LineColumns = Omit<TrollyLine, 'product_no' | 'addedAt' | keyof LineTerms> & {
  lineProductNo: string
  addedAt: Date
  orderedQuantity: number
  note: string
  substitution: SubstitutionChoice | null
}
type LineRow = LineColumns & (Product | { [Column in keyof Product]: null })

const linesById = statement<LineRow, { id: string; priceListId: string }>(
  'trolly_lines',
  `SELECT l.product_no AS "lineProductNo", l.quantity, l.version, l.removed, l.seen_price_pence AS "seenPricePence",
     l.added_at AS "addedAt", l.ordered_quantity AS "orderedQuantity", l.note, l.substitution, ${PRODUCT_COLUMNS}
   FROM basket_lines l LEFT JOIN products p ON p.product_no = l.product_no AND p.active ${productJoins(':priceListId')}
   WHERE l.basket_id = :id ORDER BY l.added_at, l.product_no`,
)

/**
 * All lines, removed ones included, in order of arrival, priced by the list. Lock the trolly's row or use a snapshot,
 * so that they match its version.
 */
export const readLines = async (
  executor: Database | Connection,
  { id, priceListId }: Pick<TrollyRow, 'id' | 'priceListId'>,
): Promise<ReadLine[]> => (await linesById(executor, { id, priceListId })).map(lineOf)

export const findTrollyWithLines = (
  database: Database,
  viewer: Viewer,
  id: string,
): Promise<{ trolly: TrollyRow; lines: ReadLine[]; substitutes: Substitutes } | undefined> =>
  inSnapshot(database, async (connection) => {
    const trolly = await findTrolly(connection, viewer, id)
    if (trolly === undefined) return undefined
    const lines = await readLines(connection, trolly)
    return { trolly, lines, substitutes: await readSubstitutes(connection, trolly, lines) }
  })

export type Substitutes = { product_no: string; product: Product | null }[]

/** The substitutes agreed for present lines as they are now; null: no longer sold. */
export const readSubstitutes = async (
  connection: Connection,
  { priceListId }: Pick<TrollyRow, 'priceListId'>,
  lines: readonly ReadLine[],
): Promise<Substitutes> => {
  const agreed = lines.flatMap(({ substitution }) =>
    substitution?.kind === 'take' ? [substitution.product_no] : [],
  )
  if (agreed.length === 0) return []
  const product_nos = [...new Set(agreed)]
  const sold = await readProducts(connection, product_nos, priceListId)
  const products = new Map(sold.map((product) => [product.product_no, product]))
  return product_nos.map((product_no) => ({ product_no, product: products.get(product_no) ?? null }))
}

const lineOf = (row: LineRow): ReadLine => {
  const { lineProductNo, quantity, version, removed, seenPricePence, addedAt, ...others } = row
  const { orderedQuantity, note, substitution, ...product } = others
  return {
    product_no: lineProductNo,
    quantity,
    version,
    removed,
    seenPricePence,
    addedAt: addedAt.toISOString(),
    ...(orderedQuantity > 0 && { orderedQuantity }),
    ...termsOf({ note, substitution }),
    product: product.product_no === null ? null : product,
  }
}

export const trollyRowOf = ({
  createdAt,
  updatedAt,
  routeChargePence,
  freeDeliveryPence,
  discounts,
  ...row
}: TrollyColumns): TrollyRow => ({
  ...row,
  terms: { chargePence: routeChargePence, freeFromPence: freeDeliveryPence, discounts },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

const trollyOf = ([row]: TrollyColumns[]): TrollyRow | undefined => row && trollyRowOf(row)
