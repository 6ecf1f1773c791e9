import { asc, eq, getTableColumns } from 'drizzle-orm'
import type { Order } from '#contract/trollies.ts'
import { asPlaced } from '#domain/as-placed.ts'
import type { OrderAddress } from '#domain/order.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import { type DeliveryChoice, deliveryChoiceOf } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { payments } from '#server/db/schema/payments.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'
import { chargedTotals } from './charged-totals.ts'

type OrderLine = Order['lines'][number]

/** Without the number, which writing assigns. */
export type NewOrder = Omit<Order, 'orderNo' | 'placedAt' | keyof DeliveryChoice | 'address'> &
  Required<DeliveryChoice> & {
    address: OrderAddress
    placedAt: Date
    cutOffAt: Date
    placedBy: string
    /** The number of the order that this one replaces. */
    orderNo?: number
    /** 1 where it replaces none. */
    revision?: number
  }

type PlaceValues = Omit<NewOrder, 'lines' | 'totals' | 'payBy' | 'orderNo' | 'revision'> & {
  orderNo: number | null
  revision: number
  deliveryChargePence: number
  deliveryVatBasisPoints: number | null
  freeDeliveryFromPence: number | null
  confirmedAt: Date | null
  netPence: number
  vatPence: number
  totalPence: number
  product_nos: string[]
  names: string[]
  packs: string[]
  quantities: number[]
  unitPricesPence: number[]
  vatBasisPoints: number[]
  netsPence: number[]
  catchWeights: boolean[]
  discounts: (string | null)[]
  notes: string[]
  substitutions: (string | null)[]
}

/** Written by hand: one statement for stock, order, lines and trolly (budgets: checkout p99, oversold never). */
const place = statement<{ orderNo: number; taken: number }, PlaceValues>(
  'orders_place',
  `WITH wanted AS (
     SELECT * FROM unnest(:product_nos::text[], :names::text[], :packs::text[], :quantities::int[],
       :unitPricesPence::int8[], :vatBasisPoints::int[], :netsPence::int8[], :catchWeights::boolean[],
       :discounts::jsonb[], :notes::text[], :substitutions::jsonb[])
       WITH ORDINALITY AS w (product_no, name, pack, quantity, unit_price_pence, vat_basis_points, net_pence,
       catch_weight, discounts, note, substitution, position)
   ), taken AS (
     UPDATE stock s SET quantity = s.quantity - w.quantity FROM wanted w
     WHERE s.product_no = w.product_no AND s.quantity >= w.quantity RETURNING 1
   ), placed AS (
     INSERT INTO orders (id, order_no, revision, basket_id, customer_id, placed_by, agent_code, delivery_day, po_number, instructions,
       method, delivery_address_id, collection_site_id, collection_slot, address, delivery_charge_pence,
       delivery_vat_basis_points, free_delivery_from_pence, net_pence, vat_pence, total_pence, placed_at, cut_off_at,
       confirmed_at)
     VALUES (:id, coalesce(:orderNo::int8, nextval('order_numbers')), :revision::int, :basketId, :customerId, :placedBy,
       (SELECT agent_code FROM agent_customers WHERE customer_id = :customerId AND NOT deleted), :deliveryDay::date, :poNumber,
       :instructions, :method, :deliveryAddressId::uuid, :collectionSiteId::uuid, :collectionSlot, :address::jsonb,
       :deliveryChargePence, :deliveryVatBasisPoints::int, :freeDeliveryFromPence::int8, :netPence, :vatPence, :totalPence, :placedAt, :cutOffAt,
       :confirmedAt::timestamptz)
     RETURNING id, order_no
   ), lines AS (
     INSERT INTO order_lines (order_id, position, product_no, name, pack, quantity, unit_price_pence,
       vat_basis_points, net_pence, catch_weight, discounts, note, substitution)
     SELECT placed.id, w.position, w.product_no, w.name, w.pack, w.quantity, w.unit_price_pence,
       w.vat_basis_points, w.net_pence, w.catch_weight, w.discounts, w.note, w.substitution
     FROM placed, wanted w
   ), closed AS (
     UPDATE baskets SET state = 'checked_out', version = version + 1, updated_at = :placedAt WHERE id = :basketId
   )
   SELECT placed.order_no AS "orderNo", (SELECT count(*) FROM taken) AS taken FROM placed`,
)

/**
 * Takes stock, numbers and writes the order and closes its trolly, in one statement. Requires locks on trolly and
 * stock, and enough stock.
 * @throws Error where stock is missing after all: do not commit
 */
export const placeOrder = async (connection: Connection, order: NewOrder): Promise<Order> => {
  const { lines, totals, payBy, ...written } = order
  const { placedBy: _, cutOffAt: __, placedAt, orderNo = null, revision = 1, ...head } = written
  const column = <Key extends keyof OrderLine>(key: Key): OrderLine[Key][] => lines.map((line) => line[key])
  const [row] = await place(connection, {
    ...written,
    orderNo,
    revision,
    // One that is to be paid by card is confirmed by its payment.
    confirmedAt: payBy === 'card' ? null : placedAt,
    netPence: totals.netPence,
    deliveryChargePence: totals.deliveryChargePence ?? 0,
    deliveryVatBasisPoints: totals.deliveryVatBasisPoints ?? null,
    freeDeliveryFromPence: totals.freeDeliveryFromPence ?? null,
    vatPence: totals.vatPence,
    totalPence: totals.totalPence,
    product_nos: column('product_no'),
    names: column('name'),
    packs: column('pack'),
    quantities: column('quantity'),
    unitPricesPence: column('unitPricePence'),
    vatBasisPoints: column('vatBasisPoints'),
    netsPence: column('netPence'),
    catchWeights: column('catchWeight'),
    discounts: lines.map(({ discounts }) => (discounts ? JSON.stringify(discounts) : null)),
    notes: lines.map(({ note = '' }) => note),
    substitutions: lines.map(({ substitution }) => (substitution ? JSON.stringify(substitution) : null)),
  })
  if (row === undefined || row.taken !== lines.length) {
    throw new Error(`Stock was taken of ${row?.taken ?? 0} lines of ${lines.length}`)
  }
  return { ...head, payBy, lines, totals, orderNo: String(row.orderNo), placedAt: placedAt.toISOString() }
}

/** Exactly as its checkout answered. Check ownership first. */
export const findOrderOfBasket = async (
  executor: Database | Connection,
  basketId: string,
): Promise<Order | undefined> => {
  const [row] = await executor
    .select({ ...getTableColumns(orders), amountPence: payments.amountPence })
    .from(orders)
    .leftJoin(payments, eq(payments.orderId, orders.id))
    .where(eq(orders.basketId, basketId))
  if (row === undefined) return undefined
  const { id, orderNo, customerId, deliveryDay, poNumber, instructions, placedAt, address } = row
  const columns = getTableColumns(orderLines)
  const { orderId, position, shortQuantity, deliveredQuantity, deliveredWeightGrams, ...line } = columns
  const found = await executor.select(line).from(orderLines).where(eq(orderId, id)).orderBy(asc(position))
  const lines = asPlaced(found).map(({ placed: _, standsFor: __, ...placed }) => placed)
  return {
    id,
    orderNo: String(orderNo),
    basketId,
    customerId,
    deliveryDay,
    poNumber,
    instructions,
    placedAt: placedAt.toISOString(),
    payBy: row.amountPence === null ? 'account' : 'card',
    ...deliveryChoiceOf(row),
    ...(address && { address }),
    lines,
    totals: chargedTotals(totalsOfNetLines(lines), row),
  }
}
