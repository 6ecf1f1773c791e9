import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { CheckoutBody } from '#contract/trollies.ts'
import { totalsOf } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { orders } from '#server/db/schema/orders.ts'
import { stock } from '#server/db/schema/products.ts'
import { findTrolly, readLines } from '#server/features/trollies/trolly-rows.repository.ts'
import { aCustomer, aProduct, aTrolly, aUser } from './builders.ts'

/** The starting point of checkout tests. A Monday, and the Wednesday after it. */
export const NOW = new Date('2026-11-23T12:00:00.000Z')
export const DAY = '2026-11-25'

export const readyTrollies = (database: Database) => {
  /** A customer with three priced products in a trolly for Wednesday, ready to be ordered. */
  const aReadyTrolly = async () => {
    const { id: customerId, priceListId } = await aCustomer(database)
    const { id: userId, token } = await aUser(database, { customerIds: [customerId] })
    const peas = await aProduct(database, {
      priceListId,
      name: 'Peas',
      pack: '1 kg',
      pricePence: 199,
      stockQuantity: 40,
    })
    const wine = await aProduct(database, {
      priceListId,
      name: 'Wine',
      pack: '75 cl',
      pricePence: 833,
      vatBasisPoints: 2000,
      stockQuantity: 7,
    })
    const beef = await aProduct(database, {
      priceListId,
      name: 'Beef',
      pack: '',
      pricePence: 1_155,
      catchWeight: true,
      estimatedWeightGrams: 1_330,
      stockQuantity: 5,
    })
    const id = await aTrolly(database, {
      customerId,
      createdBy: userId,
      deliveryDay: DAY,
      poNumber: 'PO 7',
      instructions: 'Ring twice',
      lines: [peas, wine, beef].map((product_no, place) => ({
        product_no,
        quantity: place + 2,
        addedAt: new Date(NOW.getTime() + place),
      })),
    })
    return {
      id,
      params: { id },
      token,
      userId,
      customerId,
      priceListId,
      peas,
      wine,
      beef,
      body: await seenNow(id),
    }
  }

  /** The trolly as a user sees it now. */
  const seenNow = async (id: string): Promise<CheckoutBody> => {
    const trolly = await findTrolly(database, { userId: uuidv7(), isStaff: true }, id)
    if (trolly === undefined) throw new Error('No such trolly')
    const lines = (await readLines(database, trolly)).filter(({ removed }) => !removed)
    return {
      deliveryDay: trolly.deliveryDay,
      lines: lines.map(({ product_no, quantity, product }) => ({
        product_no,
        quantity,
        unitPricePence: product?.pricePence ?? null,
      })),
      totalPence: totalsOf(lines).totalPence,
      confirmations: { ageRestricted: true, catchWeight: true },
    }
  }

  const stockOf = async (product_no: string) =>
    (await database.select().from(stock).where(eq(stock.product_no, product_no)))[0]?.quantity

  const stateOf = async (id: string) =>
    (await database.select().from(baskets).where(eq(baskets.id, id)))[0]?.state

  const orderCountOf = async (id: string) =>
    (await database.select().from(orders).where(eq(orders.basketId, id))).length

  return { aReadyTrolly, seenNow, stockOf, stateOf, orderCountOf }
}
