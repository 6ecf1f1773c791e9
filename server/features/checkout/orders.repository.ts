import type { Order } from '#contract/baskets.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, statement } from '#server/db/transaction.ts'

type OrderLine = Order['lines'][number]

/** Without the number, which writing assigns. */
export type NewOrder = Omit<Order, 'orderNo' | 'placedAt'> & { placedAt: Date; placedBy: string }

type PlaceValues = [
  id: string,
  basketId: string,
  customerId: string,
  placedBy: string,
  deliveryDay: string,
  poNumber: string,
  instructions: string,
  netPence: number,
  vatPence: number,
  totalPence: number,
  placedAt: Date,
  product_nos: string[],
  names: string[],
  packs: string[],
  quantities: number[],
  unitPricesPence: number[],
  vatBasisPoints: number[],
  netsPence: number[],
  catchWeights: boolean[],
]

const place = statement<{ orderNo: number; taken: number }, PlaceValues>(
  'orders_place',
  `WITH wanted AS (
     SELECT * FROM unnest($12::text[], $13::text[], $14::text[], $15::int[], $16::int8[], $17::int[], $18::int8[],
       $19::boolean[]) WITH ORDINALITY AS w (product_no, name, pack, quantity, unit_price_pence, vat_basis_points,
       net_pence, catch_weight, position)
   ), taken AS (
     UPDATE stock s SET quantity = s.quantity - w.quantity FROM wanted w
     WHERE s.product_no = w.product_no AND s.quantity >= w.quantity RETURNING 1
   ), placed AS (
     INSERT INTO orders (id, order_no, basket_id, customer_id, placed_by, delivery_day, po_number, instructions,
       net_pence, vat_pence, total_pence, placed_at)
     VALUES ($1, nextval('order_numbers'), $2, $3, $4, $5::date, $6, $7, $8, $9, $10, $11)
     RETURNING id, order_no
   ), lines AS (
     INSERT INTO order_lines (order_id, position, product_no, name, pack, quantity, unit_price_pence,
       vat_basis_points, net_pence, catch_weight)
     SELECT placed.id, w.position, w.product_no, w.name, w.pack, w.quantity, w.unit_price_pence,
       w.vat_basis_points, w.net_pence, w.catch_weight
     FROM placed, wanted w
   ), closed AS (
     UPDATE baskets SET state = 'checked_out', version = version + 1, updated_at = $11 WHERE id = $2
   )
   SELECT placed.order_no AS "orderNo", (SELECT count(*) FROM taken) AS taken FROM placed`,
)

/**
 * Takes stock, numbers and writes the order and closes its trolly, in one statement. Requires locks on trolly and
 * stock, and enough stock.
 * @throws Error where stock is missing after all: do not commit
 */
export const placeOrder = async (connection: Connection, order: NewOrder): Promise<Order> => {
  const { placedBy, placedAt, lines, totals, ...head } = order
  const column = <Key extends keyof OrderLine>(key: Key): OrderLine[Key][] => lines.map((line) => line[key])
  const [row] = await place(
    connection,
    head.id,
    head.basketId,
    head.customerId,
    placedBy,
    head.deliveryDay,
    head.poNumber,
    head.instructions,
    totals.netPence,
    totals.vatPence,
    totals.totalPence,
    placedAt,
    column('product_no'),
    column('name'),
    column('pack'),
    column('quantity'),
    column('unitPricePence'),
    column('vatBasisPoints'),
    column('netPence'),
    column('catchWeight'),
  )
  if (row === undefined || row.taken !== lines.length) {
    throw new Error(`Stock was taken of ${row?.taken ?? 0} lines of ${lines.length}`)
  }
  return { ...head, lines, totals, orderNo: String(row.orderNo), placedAt: placedAt.toISOString() }
}

type StoredOrder = Omit<Order, 'orderNo' | 'placedAt' | 'totals'> & { orderNo: number; placedAt: Date }

const findByBasket = statement<StoredOrder, [string]>(
  'orders_find_by_basket',
  `SELECT o.id, o.order_no AS "orderNo", o.basket_id AS "basketId", o.customer_id AS "customerId",
     to_char(o.delivery_day, 'YYYY-MM-DD') AS "deliveryDay", o.po_number AS "poNumber", o.instructions,
     o.placed_at AS "placedAt",
     (SELECT coalesce(json_agg(json_build_object(
        'product_no', l.product_no, 'name', l.name, 'pack', l.pack, 'quantity', l.quantity,
        'unitPricePence', l.unit_price_pence, 'vatBasisPoints', l.vat_basis_points, 'netPence', l.net_pence,
        'catchWeight', l.catch_weight) ORDER BY l.position), '[]')
      FROM order_lines l WHERE l.order_id = o.id) AS lines
   FROM orders o WHERE o.basket_id = $1`,
)

/** Exactly as its checkout answered. Check ownership first. */
export const findOrderOfBasket = async (
  executor: Database | Connection,
  basketId: string,
): Promise<Order | undefined> => {
  const [row] = await findByBasket(executor, basketId)
  if (row === undefined) return undefined
  return {
    ...row,
    orderNo: String(row.orderNo),
    placedAt: row.placedAt.toISOString(),
    totals: totalsOfNetLines(row.lines),
  }
}
