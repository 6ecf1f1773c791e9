import { and, asc, desc, eq, gte, inArray, isNull, lte, or, type SQL } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { OrderStatus } from '#domain/order.ts'
import { customers } from '#server/db/schema/customers.ts'
import {
  distributorCustomerCodes as customerCodes,
  distributorOrderLines,
  distributorProductCodes as productCodes,
} from '#server/db/schema/distributor-codes.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'
import type { OrderedLine } from './distributor-orders.repository.ts'

export type AnsweredOrder = {
  id: string
  orderNo: number
  customerId: string
  customerName: string
  distributorNo: string | null
  poNumber: string
  deliveryDay: string
  status: OrderStatus
  placedAt: Date
  cancelledAt: Date | null
}
export type AnsweredLine = Pick<
  typeof orderLines.$inferSelect,
  'product_no' | 'name' | 'quantity' | 'unitPricePence' | 'vatBasisPoints' | 'netPence' | 'catchWeight'
>
export type TheirCodes = {
  /** undefined: none, or several. */
  customer: string | undefined
  products: Map<string, { theirCode: string; packFactor: number }>
}

const asked = alias(orders, 'asked')

/** By the id of any of its changes, its latest. Undefined for a missing order and another user's alike. */
export const findAnsweredOrder = async (
  connection: Connection,
  viewer: CustomerViewer,
  id: string,
): Promise<AnsweredOrder | undefined> => {
  const [found] = await connection
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      customerId: orders.customerId,
      customerName: customers.name,
      distributorNo: customers.distributorNo,
      poNumber: orders.poNumber,
      deliveryDay: orders.deliveryDay,
      status: orders.status,
      placedAt: orders.placedAt,
      cancelledAt: orders.cancelledAt,
    })
    .from(asked)
    .innerJoin(orders, and(eq(orders.orderNo, asked.orderNo), eq(orders.customerId, asked.customerId)))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(asked.id, id), customerVisibleTo(connection, viewer, customers.id)))
    .orderBy(desc(orders.revision))
    .limit(1)
  return found
}

export const readAnsweredLines = async (connection: Connection, orderId: string): Promise<AnsweredLine[]> =>
  await connection
    .select({
      product_no: orderLines.product_no,
      name: orderLines.name,
      quantity: orderLines.quantity,
      unitPricePence: orderLines.unitPricePence,
      vatBasisPoints: orderLines.vatBasisPoints,
      netPence: orderLines.netPence,
      catchWeight: orderLines.catchWeight,
    })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))

/** What the distributor said when it ordered; none for an order that came another way. */
export const readSaidLines = async (
  connection: Connection,
  { orderNo, distributorNo }: { orderNo: number; distributorNo: string },
): Promise<OrderedLine[]> =>
  await connection
    .select()
    .from(distributorOrderLines)
    .where(
      and(
        eq(distributorOrderLines.distributorNo, distributorNo),
        inArray(
          distributorOrderLines.basketId,
          connection.select({ id: orders.basketId }).from(orders).where(eq(orders.orderNo, orderNo)),
        ),
      ),
    )
    .orderBy(asc(distributorOrderLines.position))

/** Products with several codes on the day are left out: nobody knows which is meant. */
export const readTheirCodes = async (
  connection: Connection,
  {
    distributorNo,
    customerId,
    day,
    productNos,
  }: { distributorNo: string; customerId: string; day: string; productNos: readonly string[] },
): Promise<TheirCodes> => {
  const ofCustomer = await connection
    .select({ theirCode: customerCodes.theirCode })
    .from(customerCodes)
    .where(
      and(
        eq(customerCodes.distributorNo, distributorNo),
        eq(customerCodes.customerId, customerId),
        eq(customerCodes.deleted, false),
        isValidOn(customerCodes, day),
      ),
    )
  const ofProducts = await connection
    .select({
      productNo: productCodes.productNo,
      theirCode: productCodes.theirCode,
      packFactor: productCodes.packFactor,
    })
    .from(productCodes)
    .where(
      and(
        eq(productCodes.distributorNo, distributorNo),
        inArray(productCodes.productNo, [...productNos]),
        eq(productCodes.deleted, false),
        isValidOn(productCodes, day),
      ),
    )
  const products: TheirCodes['products'] = new Map()
  const several = new Set<string>()
  for (const { productNo, ...code } of ofProducts) {
    if (products.has(productNo)) several.add(productNo)
    products.set(productNo, code)
  }
  for (const productNo of several) products.delete(productNo)
  return { customer: ofCustomer.length === 1 ? ofCustomer[0]?.theirCode : undefined, products }
}

const isValidOn = (
  { validFrom, validTo }: { validFrom: PgColumn; validTo: PgColumn },
  day: string,
): SQL | undefined => and(or(isNull(validFrom), lte(validFrom, day)), or(isNull(validTo), gte(validTo, day)))
