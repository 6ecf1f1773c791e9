import type { Customer } from '#domain/customer.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

/** Reads customer accounts, of one person or of everybody. Whose they are is part of each statement. */

export type Viewer = {
  userId: string
  /** Sees every customer. */
  isStaff: boolean
}

/** When the route comes to a customer, and until when one can order for it. */
export type CustomerRoute = { deliveryWeekdays: number[]; cutOffTime: string; cutOffDaysBefore: number }

/** The contract's Customer, column for column. */
export const CUSTOMER_COLUMNS = `
  c.id, c.name, c.account_kind AS "accountKind", c.town, c.postcode, c.on_stop AS "onStop",
  c.price_list_id AS "priceListId", c.minimum_order_pence AS "minimumOrderPence",
  c.maximum_order_pence AS "maximumOrderPence", c.free_delivery_pence AS "freeDeliveryPence",
  c.mandatory_category AS "mandatoryCategory", c.age_restricted_allowed AS "ageRestrictedAllowed"`

export const ROUTE_COLUMNS = `
  c.delivery_weekdays AS "deliveryWeekdays", c.cut_off_time AS "cutOffTime",
  c.cut_off_days_before AS "cutOffDaysBefore"`

const VISIBLE = `($2::boolean OR EXISTS (
  SELECT FROM customer_users u WHERE u.user_id = $1::uuid AND u.customer_id = c.id))`

export type CustomerSearch = {
  /** Every word must be found in number, name, town or postcode; '' finds all. */
  text: string
  distributorNo: string | null
  limit: number
  offset: number
}

type Found = { total: number } & (Customer | { [Column in keyof Customer]: null })

const search = statement<Found, [string, boolean, string, string | null, number, number]>(
  'customers_search',
  `WITH wanted AS MATERIALIZED (
     SELECT unaccent(lower($3)) AS whole,
            replace(unaccent(lower($3)), ' ', '') AS joined,
            string_to_array(unaccent(lower($3)), ' ') AS words
   ), matching AS MATERIALIZED (
     SELECT c.*, CASE
       WHEN lower(c.id) = w.whole THEN 0
       WHEN starts_with(lower(c.id), w.whole) THEN 1
       WHEN starts_with(unaccent(lower(c.name)), w.whole) THEN 2
       ELSE 3 END AS place
     FROM customers c, wanted w
     WHERE ${VISIBLE}
       AND ($4::text IS NULL OR c.distributor_no = $4)
       AND (w.whole = ''
         OR strpos(lower(replace(c.postcode, ' ', '')), w.joined) > 0
         OR (SELECT bool_and(strpos(unaccent(lower(concat_ws(' ', c.id, c.name, c.town, c.postcode))), word) > 0)
             FROM unnest(w.words) AS word))
   )
   SELECT counted.total, page.*
   FROM (SELECT count(*) AS total FROM matching) counted
   LEFT JOIN LATERAL (
     SELECT ${CUSTOMER_COLUMNS} FROM matching c
     ORDER BY c.place, unaccent(lower(c.name)), c.id LIMIT $5 OFFSET $6
   ) page ON true`,
)

/** Exact and beginning numbers first, then names that begin so, then by name. */
export const searchCustomers = async (
  database: Database,
  { userId, isStaff }: Viewer,
  { text, distributorNo, limit, offset }: CustomerSearch,
): Promise<{ data: Customer[]; total: number }> => {
  const rows = await search(database, userId, isStaff, text, distributorNo, limit, offset)
  return {
    // Without a customer on this page there is one row, for the count alone.
    data: rows.flatMap(({ total: _, ...customer }) => (customer.id === null ? [] : [customer])),
    total: rows[0]?.total ?? 0,
  }
}

const find = statement<Customer & CustomerRoute, [string, boolean, string]>(
  'customers_find',
  `SELECT ${CUSTOMER_COLUMNS}, ${ROUTE_COLUMNS} FROM customers c WHERE c.id = $3 AND ${VISIBLE}`,
)

/** Undefined alike where there is no such customer and where it is not this person's: a stranger cannot tell. */
export const findCustomer = async (
  executor: Database | Connection,
  { userId, isStaff }: Viewer,
  id: string,
): Promise<{ customer: Customer; route: CustomerRoute } | undefined> => {
  const [row] = await find(executor, userId, isStaff, id)
  if (row === undefined) return undefined
  const { deliveryWeekdays, cutOffTime, cutOffDaysBefore, ...customer } = row
  return { customer, route: { deliveryWeekdays, cutOffTime, cutOffDaysBefore } }
}

const holidaysBetween = statement<{ day: string }, [string, string]>(
  'holidays_between',
  `SELECT to_char(day, 'YYYY-MM-DD') AS day FROM holidays WHERE day BETWEEN $1::date AND $2::date ORDER BY day`,
)

/** Both days included. */
export const findHolidays = async (
  executor: Database | Connection,
  from: string,
  to: string,
): Promise<string[]> => (await holidaysBetween(executor, from, to)).map(({ day }) => day)
