import type { Product } from '#domain/product.ts'
import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import type { Database } from './database.ts'
import { PRODUCT_COLUMNS, productJoins } from './product-columns.ts'
import { type Connection, inSnapshot, statement } from './transaction.ts'

/**
 * The reads of a trolly that more than one feature makes. Whose it is stands in the statement: another's trolly is not
 * found, in the same words and the same time as one that never was.
 */

type Viewer = { userId: string; isStaff: boolean }

/** A trolly without its lines, and the price list that it is priced by. */
export type TrollyRow = TrollyHead & { priceListId: string }

export type TrollyColumns = Omit<TrollyRow, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

/** They read `b` (baskets) and `c` (its customer). */
export const TROLLY_COLUMNS = `
  b.id, b.customer_id AS "customerId", to_char(b.delivery_day, 'YYYY-MM-DD') AS "deliveryDay",
  b.po_number AS "poNumber", b.instructions, b.version, b.details_version AS "detailsVersion", b.state,
  b.created_at AS "createdAt", b.updated_at AS "updatedAt", c.price_list_id AS "priceListId"`

export const TROLLY_VISIBLE = `($2::boolean OR EXISTS (
  SELECT FROM customer_users cu WHERE cu.user_id = $1::uuid AND cu.customer_id = b.customer_id))`

type ByIdValues = [userId: string, isStaff: boolean, id: string]

const READ = `SELECT ${TROLLY_COLUMNS} FROM baskets b JOIN customers c ON c.id = b.customer_id
  WHERE b.id = $3 AND ${TROLLY_VISIBLE}`

const readById = statement<TrollyColumns, ByIdValues>('trolly_read', READ)
const lockById = statement<TrollyColumns, ByIdValues>('trolly_lock', `${READ} FOR UPDATE OF b`)

export const findTrolly = async (
  executor: Database | Connection,
  { userId, isStaff }: Viewer,
  id: string,
): Promise<TrollyRow | undefined> => trollyOf(await readById(executor, userId, isStaff, id))

/**
 * The same, with the row locked until the transaction ends: all changes of one trolly queue here. What else of it is
 * read must be read after this, by statements of their own, or it is as old as the wait was long.
 */
export const lockTrolly = async (
  connection: Connection,
  { userId, isStaff }: Viewer,
  id: string,
): Promise<TrollyRow | undefined> => trollyOf(await lockById(connection, userId, isStaff, id))

export type ReadLine = TrollyLine & { product: Product | null }

type LineColumns = Omit<TrollyLine, 'product_no' | 'addedAt'> & { lineProductNo: string; addedAt: Date }
type LineRow = LineColumns & (Product | { [Column in keyof Product]: null })

const linesById = statement<LineRow, [id: string, priceListId: string]>(
  'trolly_lines',
  `SELECT l.product_no AS "lineProductNo", l.quantity, l.version, l.removed, l.seen_price_pence AS "seenPricePence",
     l.added_at AS "addedAt", ${PRODUCT_COLUMNS}
   FROM basket_lines l LEFT JOIN products p ON p.product_no = l.product_no AND p.active ${productJoins('$2')}
   WHERE l.basket_id = $1 ORDER BY l.added_at, l.product_no`,
)

/**
 * All lines, removed ones too, in the order they came into the trolly, each with its product at the list's price. The caller
 * has the trolly's row locked, or reads in a snapshot: else they are of another moment than its version.
 */
export const readLines = async (
  executor: Database | Connection,
  { id, priceListId }: Pick<TrollyRow, 'id' | 'priceListId'>,
): Promise<ReadLine[]> => (await linesById(executor, id, priceListId)).map(lineOf)

export const findTrollyWithLines = (
  database: Database,
  viewer: Viewer,
  id: string,
): Promise<{ trolly: TrollyRow; lines: ReadLine[] } | undefined> =>
  inSnapshot(database, async (connection) => {
    const trolly = await findTrolly(connection, viewer, id)
    return trolly && { trolly, lines: await readLines(connection, trolly) }
  })

const lineOf = (row: LineRow): ReadLine => {
  const { lineProductNo, quantity, version, removed, seenPricePence, addedAt, ...product } = row
  return {
    product_no: lineProductNo,
    quantity,
    version,
    removed,
    seenPricePence,
    addedAt: addedAt.toISOString(),
    product: product.product_no === null ? null : product,
  }
}

export const trollyRowOf = ({ createdAt, updatedAt, ...row }: TrollyColumns): TrollyRow => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

const trollyOf = ([row]: TrollyColumns[]): TrollyRow | undefined => row && trollyRowOf(row)
