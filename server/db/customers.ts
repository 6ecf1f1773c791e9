import type { Customer } from '#domain/customer.ts'
import type { DeliveryDaysInput } from '#domain/delivery-days.ts'
import type { Database } from './database.ts'
import { type Connection, statement } from './transaction.ts'

export type CustomerViewer = { userId: string; isStaff: boolean }

export type CustomerRoute = Pick<
  DeliveryDaysInput,
  'deliveryWeekdays' | 'cutOffTime' | 'cutOffDaysBefore'
> & {
  holidays: string[]
}

/** The contract's Customer; reads `c`. Compares outward codes: without spaces, YO1 7HH would match YO17. */
export const CUSTOMER_COLUMNS = `
  c.id, c.name, c.account_kind AS "accountKind", c.town, c.postcode, c.on_stop AS "onStop",
  c.price_list_id AS "priceListId", c.minimum_order_pence AS "minimumOrderPence",
  c.maximum_order_pence AS "maximumOrderPence", c.free_delivery_pence AS "freeDeliveryPence",
  COALESCE(
    (SELECT p.delivery_charge_pence FROM delivery_postcodes p
     WHERE starts_with(left(upper(replace(c.postcode, ' ', '')), -3), p.prefix) ORDER BY length(p.prefix) DESC LIMIT 1),
    0) AS "deliveryChargePence",
  c.mandatory_category AS "mandatoryCategory", c.age_restricted_allowed AS "ageRestrictedAllowed"`

export const CUSTOMER_VISIBLE = `($2::boolean OR EXISTS (
  SELECT FROM customer_users cu WHERE cu.user_id = $1::uuid AND cu.customer_id = c.id))`

const find = statement<Customer & CustomerRoute, [userId: string, isStaff: boolean, id: string]>(
  'customer_find',
  `SELECT ${CUSTOMER_COLUMNS}, c.delivery_weekdays AS "deliveryWeekdays", c.cut_off_time AS "cutOffTime",
     c.cut_off_days_before AS "cutOffDaysBefore",
     ARRAY(SELECT to_char(h.day, 'YYYY-MM-DD') FROM holidays h) AS holidays
   FROM customers c WHERE c.id = $3 AND ${CUSTOMER_VISIBLE}`,
)

/** Undefined for a missing customer and another user's alike, so that strangers cannot tell. */
export const findCustomer = async (
  executor: Database | Connection,
  { userId, isStaff }: CustomerViewer,
  id: string,
): Promise<{ customer: Customer; route: CustomerRoute } | undefined> => {
  const [row] = await find(executor, userId, isStaff, id)
  if (row === undefined) return undefined
  const { deliveryWeekdays, cutOffTime, cutOffDaysBefore, holidays, ...customer } = row
  return { customer, route: { deliveryWeekdays, cutOffTime, cutOffDaysBefore, holidays } }
}
