import type { Static } from 'typebox'
import { type Call, runLoad } from '#bench/harness/load.ts'
import type { BenchServer } from '#bench/harness/server.ts'
import type { DeliveryDates } from '#contract/customers.ts'
import type { Basket, CheckoutBody } from '#contract/trollies.ts'
import { type Caller, headersOf, keyedHeadersOf, type SoldProduct, send, trollyIdOf } from './callers.ts'
import { query } from './database.ts'
import { itemOf } from './items.ts'

/**
 * Many trollies, ready to be checked out. They are written to the database as adding line by line would have left them; for
 * thousands that would take longer than the measurement.
 */
export type TrolliesWanted = {
  caller: Caller
  /** The trollies' numbers: `first`, `first` + 1 … */
  first: number
  count: number
  /** The content of each, by its index. */
  products: (place: number) => readonly SoldProduct[]
  quantity: number
}

export const writeTrollies = async (
  { url, databaseUrl }: BenchServer,
  { caller, first, count, products, quantity }: TrolliesWanted,
): Promise<void> => {
  const places = Array.from({ length: count }, (_, place) => place)
  const lines = places.flatMap((place) =>
    products(place).map((product) => ({ ...product, id: trollyIdOf(first + place) })),
  )
  await query(
    databaseUrl,
    `INSERT INTO baskets (id, customer_id, created_by, delivery_day)
     SELECT id, $2, (SELECT user_id FROM customer_users WHERE customer_id = $2 LIMIT 1), $3 FROM unnest($1::uuid[]) id`,
    [places.map((place) => trollyIdOf(first + place)), caller.customerId, await lastDeliveryDay(url, caller)],
  )
  await query(
    databaseUrl,
    `INSERT INTO basket_lines (basket_id, product_no, quantity, seen_price_pence)
     SELECT l.id, l.product_no, $4, l.pence FROM unnest($1::uuid[], $2::text[], $3::int[]) AS l (id, product_no, pence)`,
    [
      lines.map(({ id }) => id),
      lines.map((line) => line.product_no),
      lines.map(({ pence }) => pence),
      quantity,
    ],
  )
  await query(databaseUrl, 'ANALYZE baskets, basket_lines')
}

/** The same, and reads them as the device does before a checkout. */
export const makeTrollies = async (
  server: BenchServer,
  callers: readonly Caller[],
  wanted: TrolliesWanted,
): Promise<Basket[]> => {
  await writeTrollies(server, wanted)
  const trollies: Basket[] = []
  await runLoad({
    urls: [server.url],
    callers: callers.length,
    seconds: 300,
    call: (caller, turn) => {
      const place = turn * callers.length + caller
      if (place >= wanted.count) return undefined
      const path = `/api/basket/new/${trollyIdOf(wanted.first + place)}`
      return { method: 'GET', path, headers: headersOf(itemOf(callers, caller)) }
    },
    onReply: ({ body }) => trollies.push(JSON.parse(body) as Basket),
  })
  return trollies
}

/** A day whose cut-off does not pass during the measurement. */
async function lastDeliveryDay(url: string, caller: Caller): Promise<string> {
  const { data } = await send<Static<typeof DeliveryDates>>(url, {
    method: 'GET',
    path: `/api/customer/${caller.customerId}/delivery-dates`,
    headers: headersOf(caller),
  })
  const last = data.at(-1)
  if (last === undefined) throw new Error('There is no day that goods could come on.')
  return last.day
}

/** What the device sends to order the trolly as it is. */
export const checkoutCall = (caller: Caller, { id, deliveryDay, items, totals }: Basket): Call => {
  const body: CheckoutBody = {
    deliveryDay,
    lines: items.map(({ product_no, quantity, product }) => ({
      product_no,
      quantity,
      unitPricePence: product?.pricePence ?? null,
    })),
    totalPence: totals.totalPence,
    confirmations: { ageRestricted: true, catchWeight: true },
  }
  return {
    method: 'POST',
    path: `/api/basket/new/${id}/checkout`,
    headers: keyedHeadersOf(caller),
    body: JSON.stringify(body),
  }
}
