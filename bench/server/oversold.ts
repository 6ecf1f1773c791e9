import { runLoad } from '#bench/harness/load.ts'
import type { Row } from '#bench/harness/row.ts'
import { type CheckoutScene, productsOf } from './checkout-time.ts'
import { query } from './database.ts'
import { firstOf, itemOf } from './items.ts'
import { checkoutCall, makeTrollies } from './trollies.ts'

const CONTENDED = 5
const QUANTITY = 2
const IN_STOCK = 100
/** Exactly as many orders as there is stock for five contested products. */
const PLACEABLE = IN_STOCK / QUANTITY
/** Above the numbers of all other trollies. */
const FIRST_TROLLY = 10_000_000

type Counted = { product_no: string; left: number; sold: number }

/** Many more simultaneous checkouts than stock, counted in the database afterwards. */
export const oversold = async ({ context, server, callers, products }: CheckoutScene): Promise<Row> => {
  const contended = products.slice(0, CONTENDED)
  const plenty = products.slice(CONTENDED)
  const numbers = contended.map(({ product_no }) => product_no)
  await query(
    server.databaseUrl,
    'UPDATE stock SET quantity = CASE WHEN product_no = ANY($1) THEN $2::int ELSE 1000000 END',
    [numbers, IN_STOCK],
  )
  const trollies = await makeTrollies(server, callers, {
    caller: firstOf(callers),
    first: FIRST_TROLLY,
    count: context.quick ? 80 : 400,
    products: (place) => [...contended, ...productsOf(plenty, place, 40 - CONTENDED)],
    quantity: QUANTITY,
  })
  const { statuses } = await runLoad({
    urls: [server.url],
    callers: callers.length,
    seconds: 120,
    call: (caller, turn) => {
      const trolly = trollies[turn * callers.length + caller]
      return trolly && checkoutCall(itemOf(callers, caller), trolly)
    },
    expected: [200, 400],
  })
  const counted = await query<Counted>(
    server.databaseUrl,
    `SELECT s.product_no, s.quantity AS left, coalesce(sum(l.quantity), 0)::int AS sold
     FROM stock s LEFT JOIN (order_lines l JOIN orders o ON o.id = l.order_id AND o.basket_id = ANY($2))
       ON l.product_no = s.product_no
     WHERE s.product_no = ANY($1) GROUP BY s.product_no, s.quantity`,
    [numbers, trollies.map(({ id }) => id)],
  )
  const placed = statuses.get(200) ?? 0
  const wrong = counted.filter(({ left, sold }) => left < 0 || left + sold !== IN_STOCK).length
  return {
    what: `oversold never: ${trollies.length} checkouts for the stock of ${PLACEABLE}`,
    measured: { value: wrong + Math.abs(placed - PLACEABLE), unit: 'count' },
    budget: { of: 'value', max: 0 },
    note: `${placed} placed, ${statuses.get(400) ?? 0} refused; counts products whose stock is off and orders too many or too few`,
  }
}
