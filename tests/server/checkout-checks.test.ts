import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { baskets, type CheckoutBody, ValidationChecks } from '#contract/baskets.ts'
import { CHECKOUT_CHECKS } from '#domain/checks/check.ts'
import { totalsOf } from '#domain/totals.ts'
import { holidays } from '#server/db/schema/customers.ts'
import { stock } from '#server/db/schema/products.ts'
import { CHECK_CASES } from '#tests/checks/cases.ts'
import { type World, worldOf } from '#tests/checks/world.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/**
 * The cases that tests/domain/checks.test.ts runs as a device would, here with everything in the database and the
 * checkout called: the same verdict in the same words.
 */

let clock = new Date()
const { database, call } = await startTestApp({ now: () => clock })

/** Far faster for a few rows than TRUNCATE. */
const EMPTY = ['orders', 'baskets', 'users', 'customers', 'price_lists', 'products', 'holidays']
  .map((table) => `DELETE FROM ${table};`)
  .join('')

const build = async (world: World) => {
  clock = world.now
  await database.$client.query(EMPTY)
  const { id: customerId, priceListId } = await aCustomer(database, { ...world.customer, ...world.route })
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
  const id = await aTrolly(database, {
    customerId,
    createdBy,
    deliveryDay: world.deliveryDay,
    lines: world.lines.map(({ product_no, quantity }, place) => ({
      product_no,
      quantity,
      removed: quantity === 0,
      addedAt: new Date(world.now.getTime() - 60_000 + place),
    })),
  })
  return { id, token }
}

/** What a person who looks at this trolly sees. */
const seenOf = (world: World): CheckoutBody => {
  const sold = new Map(
    world.products
      .filter(({ product_no }) => !world.noLongerSold.includes(product_no))
      .map((product) => [product.product_no, product]),
  )
  const lines = world.lines
    .filter(({ quantity }) => quantity > 0)
    .map((line) => ({ ...line, product: sold.get(line.product_no) ?? null }))
  return {
    deliveryDay: world.deliveryDay,
    lines: lines.map(({ product_no, quantity, product }) => ({
      product_no,
      quantity,
      unitPricePence: product?.pricePence ?? null,
    })),
    totalPence: totalsOf(lines).totalPence,
    confirmations: world.confirmations,
  }
}

const stockNow = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await database.select().from(stock)).map((row) => [row.product_no, row.quantity]))

describe.each(CHECKOUT_CHECKS)('%s', (check) => {
  it.each(CHECK_CASES[check])('$name', async (parts) => {
    const world = worldOf(parts)
    const { id, token } = await build(world)
    const before = await stockNow()
    const reply = await call(baskets.checkout, { token, params: { id }, body: seenOf(world) })

    if (parts.refusedBefore !== undefined) {
      expect(reply.error.code).toBe(parts.refusedBefore)
    } else if (Object.keys(parts.fails).length === 0) {
      const lines = world.lines.filter(({ quantity }) => quantity > 0)
      expect(reply.body.lines.map(({ product_no, quantity }) => ({ product_no, quantity }))).toEqual(lines)
      for (const { product_no, quantity } of lines) before[product_no] = (before[product_no] ?? 0) - quantity
    } else {
      expect(reply.status).toBe(400)
      const { code, message, validation_checks } = reply.error
      expect(code).toBe('checks_failed')
      expect(Check(ValidationChecks, { validation_checks })).toBe(true)
      const checks = validation_checks as ValidationChecks['validation_checks']
      const failures = CHECKOUT_CHECKS.map((name) => [name, checks[name].error_messages] as const)
      expect(Object.fromEntries(failures.filter(([, messages]) => messages.length > 0))).toEqual(parts.fails)
      expect(message).toBe(CHECKOUT_CHECKS.flatMap((name) => parts.fails[name] ?? []).join(', '))
      if (parts.repairs !== undefined) expect(checks[check].repairs).toEqual(parts.repairs)
    }
    expect(await stockNow()).toEqual(before)
  })
})
