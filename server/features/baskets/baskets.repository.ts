import type { TrollyDetails } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'
import {
  TROLLY_COLUMNS,
  TROLLY_VISIBLE,
  type TrollyColumns,
  type TrollyRow,
  trollyRowOf,
} from '#server/db/trollies.ts'
import { type PricedLine, type PricedTuple, pricedLineOf, pricedLines } from './lines.repository.ts'

type Viewer = { userId: string; isStaff: boolean }

type OpenRow = { total: number; lines: PricedTuple[] | null } & (
  | TrollyColumns
  | { [Column in keyof TrollyColumns]: null }
)

const open = statement<
  OpenRow,
  [userId: string, isStaff: boolean, customerId: string | null, limit: number, offset: number]
>(
  'trollies_open',
  `WITH matching AS MATERIALIZED (
     SELECT ${TROLLY_COLUMNS} FROM baskets b JOIN customers c ON c.id = b.customer_id
     WHERE b.state = 'open' AND ($3::text IS NULL OR b.customer_id = $3) AND ${TROLLY_VISIBLE}
   ), page AS (
     SELECT * FROM matching ORDER BY "updatedAt" DESC, id LIMIT $4 OFFSET $5
   )
   SELECT counted.total, page.*, ${pricedLines('page.id', 'page."priceListId"')}) AS lines
   FROM (SELECT count(*) AS total FROM matching) counted LEFT JOIN page ON true
   ORDER BY page."updatedAt" DESC, page.id`,
)

export type PricedTrolly = { trolly: TrollyRow; lines: PricedLine[] }

export const findOpenTrollies = async (
  database: Database,
  { userId, isStaff }: Viewer,
  { customerId, limit, offset }: { customerId: string | null; limit: number; offset: number },
): Promise<{ data: PricedTrolly[]; total: number }> => {
  const rows = await open(database, userId, isStaff, customerId, limit, offset)
  return {
    // An empty page has one row, for the count.
    data: rows.flatMap(({ total: _, lines, ...row }) =>
      row.id === null ? [] : [{ trolly: trollyRowOf(row), lines: (lines ?? []).map(pricedLineOf) }],
    ),
    total: rows[0]?.total ?? 0,
  }
}

const readPriced = statement<{ lines: PricedTuple[] | null }, [id: string, priceListId: string]>(
  'trolly_priced_lines',
  `SELECT ${pricedLines('$1', '$2')}) AS lines`,
)

export const readPricedLines = async (
  connection: Connection,
  { id, priceListId }: TrollyRow,
): Promise<PricedLine[]> => {
  const [row] = await readPriced(connection, id, priceListId)
  return (row?.lines ?? []).map(pricedLineOf)
}

const create = statement<
  { priceListId: string | null; created: boolean },
  [
    userId: string,
    isStaff: boolean,
    id: string,
    customerId: string,
    deliveryDay: string | null,
    poNumber: string,
    instructions: string,
    now: Date,
  ]
>(
  'trolly_create',
  `WITH customer AS (
     SELECT c.id, c.price_list_id FROM customers c WHERE c.id = $4 AND ($2::boolean OR EXISTS (
       SELECT FROM customer_users cu WHERE cu.user_id = $1::uuid AND cu.customer_id = c.id))
   ), created AS (
     INSERT INTO baskets (id, customer_id, created_by, delivery_day, po_number, instructions, created_at, updated_at)
     SELECT $3, customer.id, $1, $5::date, $6, $7, $8, $8 FROM customer
     ON CONFLICT (id) DO NOTHING RETURNING id
   )
   SELECT (SELECT price_list_id FROM customer) AS "priceListId", EXISTS (SELECT FROM created) AS created`,
)

export type NewTrolly = TrollyDetails & { id: string; customerId: string }

/** 'no_customer' for none and another user's alike; 'taken' if another trolly has the id. */
export const createTrolly = async (
  connection: Connection,
  { userId, isStaff }: Viewer,
  { id, customerId, deliveryDay, poNumber, instructions }: NewTrolly,
  now: Date,
): Promise<'no_customer' | 'taken' | TrollyRow> => {
  const [row] = await create(
    connection,
    userId,
    isStaff,
    id,
    customerId,
    deliveryDay,
    poNumber,
    instructions,
    now,
  )
  const priceListId = row?.priceListId ?? null
  if (priceListId === null) return 'no_customer'
  if (row?.created !== true) return 'taken'
  const [createdAt, updatedAt] = [now.toISOString(), now.toISOString()]
  return {
    // Later reads give it in lower case.
    id: id.toLowerCase(),
    customerId,
    deliveryDay,
    poNumber,
    instructions,
    version: 1,
    detailsVersion: 1,
    state: 'open',
    createdAt,
    updatedAt,
    priceListId,
  }
}

const write = statement<
  Record<string, never>,
  [
    id: string,
    deliveryDay: string | null,
    poNumber: string,
    instructions: string,
    state: string,
    version: number,
    detailsVersion: number,
    updatedAt: string,
  ]
>(
  'trolly_write',
  `UPDATE baskets SET delivery_day = $2::date, po_number = $3, instructions = $4, state = $5, version = $6,
     details_version = $7, updated_at = $8 WHERE id = $1`,
)

/** Requires the row's lock. */
export const writeTrolly = async (connection: Connection, trolly: TrollyRow): Promise<void> => {
  const { id, deliveryDay, poNumber, instructions, state, version, detailsVersion, updatedAt } = trolly
  await write(connection, id, deliveryDay, poNumber, instructions, state, version, detailsVersion, updatedAt)
}
