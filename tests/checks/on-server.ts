import { v7 as uuidv7 } from 'uuid'
import type { CheckoutBody } from '#contract/trollies.ts'
import { totalsOf, withDeliveryCharge } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { deliveryPostcodes, holidays } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { orders } from '#server/db/schema/orders.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { ADDRESS_ID, chosenIn, SITE_ID } from './chosen.ts'
import type { World } from './world.ts'

/** Much faster than TRUNCATE for a few rows. */
const EMPTY = [
  // Trollies and orders refer to one another.
  'UPDATE baskets SET replaces_order_id = NULL',
  'DELETE FROM orders',
  'DELETE FROM baskets',
  'DELETE FROM users',
  'DELETE FROM customers',
  'DELETE FROM price_lists',
  'DELETE FROM products',
  'DELETE FROM holidays',
  'DELETE FROM collection_sites',
  'DELETE FROM delivery_postcodes',
].join(';')

/**
 * Replaces the database's contents with a case.
 * @returns its trolly, ready to be ordered
 */
export const worldsOn = (database: Database) => async (world: World) => {
  await database.$client.query(EMPTY)
  const { id: customerId, priceListId } = await aCustomer(database, {
    ...world.customer,
    ...world.route,
    // Nothing is owed yet.
    creditLimitPence: world.customer.creditLeftPence ?? null,
  })
  for (const { pricePence, stockQuantity, ...product } of world.products) {
    const active = !world.noLongerSold.includes(product.product_no)
    await aProduct(database, { ...product, priceListId, pricePence, stockQuantity, active })
  }
  if (world.holidays.length > 0) {
    await database.insert(holidays).values(world.holidays.map((day) => ({ day, name: 'Closed' })))
  }
  const { id: createdBy, token } = await aUser(database, {
    customerIds: [customerId],
    canPlaceOrders: world.mayOrder,
  })
  const { choice } = chosenIn(world)
  if (world.routes.length > 0) await database.insert(deliveryPostcodes).values(world.routes)
  if (world.address) await anAddress(database, customerId, world.address)
  if (world.hasSite) await aSite(database, customerId, world)
  const id = await aTrolly(database, {
    customerId,
    ...choice,
    createdBy,
    deliveryDay: world.deliveryDay,
    lines: world.lines.map(({ product_no, quantity }, place) => ({
      product_no,
      quantity,
      removed: quantity === 0,
      addedAt: new Date(world.now.getTime() - 60_000 + place),
    })),
  })
  return { id, token, customerId, userId: createdBy }
}

const anAddress = async (
  database: Database,
  customerId: string,
  { postcode, deleted }: NonNullable<World['address']>,
) => {
  await database.insert(deliveryAddresses).values({
    id: ADDRESS_ID,
    customerId,
    name: 'Home',
    contactName: 'Ada Lees',
    contactPhone: '01904 123456',
    addressLines: ['3 Mill Lane'],
    town: 'York',
    postcode,
    deleted: deleted === true,
    updatedAt: new Date(),
  })
}

/** With orders that hold its slots, some of them cancelled. */
const aSite = async (database: Database, customerId: string, { site, booked }: World) => {
  const { weekdays, slots, closures, ...rest } = site
  await database.insert(collectionAddresses).values({
    id: SITE_ID,
    ...rest,
    weekdays: [...weekdays],
    slots: [...slots],
    closures: [...closures],
  })
  const order = { customerId, collectionSiteId: SITE_ID, netPence: 0, vatPence: 0, totalPence: 0 }
  let orderNo = 0
  for (const { day, slot, count } of booked) {
    for (let at = 0; at <= count; at += 1) {
      orderNo += 1
      await database.insert(orders).values({
        ...order,
        id: uuidv7(),
        orderNo,
        deliveryDay: day,
        collectionSlot: slot,
        cancelledAt: at === count ? new Date() : null,
      })
    }
  }
}

/** What a person looking at this trolly sees. */
export const seenOf = (world: World): CheckoutBody => {
  const sold = new Map(
    world.products
      .filter(({ product_no }) => !world.noLongerSold.includes(product_no))
      .map((product) => [product.product_no, product]),
  )
  const lines = world.lines
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ ...line, product: sold.get(line.product_no) ?? null }))
  const chosen = chosenIn(world)
  const totals = withDeliveryCharge(totalsOf(lines), chosen.terms)
  return {
    deliveryDay: world.deliveryDay,
    lines: lines.map(({ product_no, quantity, product }) => ({
      product_no,
      quantity,
      unitPricePence: product?.pricePence ?? null,
    })),
    ...chosen.choice,
    deliveryChargePence: totals.deliveryChargePence ?? 0,
    totalPence: totals.totalPence,
    confirmations: world.confirmations,
  }
}
