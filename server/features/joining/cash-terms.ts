import type { Database } from '#server/db/database.ts'
import type { customers } from '#server/db/schema/customers.ts'
import { findSetting } from '#server/features/config/config.repository.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { findCashPriceListId } from './joining.repository.ts'

export type CashTerms = Required<
  Pick<typeof customers.$inferInsert, 'priceListId' | 'maximumOrderPence' | 'freeDeliveryPence'>
>

/** Where the office has not decided: a stranger's first order has its limits, and small ones pay for delivery. */
const MAXIMUM_ORDER_PENCE = 100_000
const FREE_DELIVERY_PENCE = 15_000

/**
 * Of accounts opened online, from `cash_accounts` in the setting `company`: `price_list_id`, `maximum_order_pence` and
 * `free_delivery_pence`.
 * @throws Refusal `cash_accounts_closed` where no price list is known to be theirs, or `open` is false
 */
export const requireCashTerms = async (database: Database): Promise<CashTerms> => {
  const company = fieldsOf(await findSetting(database, 'company'))
  const stored = fieldsOf(company.cash_accounts)
  const named = typeof stored.price_list_id === 'string' ? stored.price_list_id : undefined
  const priceListId = stored.open === false ? undefined : await findCashPriceListId(database, named)
  if (priceListId === undefined) throw new Refusal('cash_accounts_closed')
  return {
    priceListId,
    maximumOrderPence: penceOf(stored.maximum_order_pence) ?? MAXIMUM_ORDER_PENCE,
    freeDeliveryPence: penceOf(stored.free_delivery_pence) ?? FREE_DELIVERY_PENCE,
  }
}

const penceOf = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
