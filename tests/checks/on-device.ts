import { Check } from 'typebox/value'
import { expect } from 'vitest'
import { Customer as CustomerSchema } from '#contract/customers.ts'
import { Product as ProductSchema } from '#contract/products.ts'
import type { CheckInput } from '#domain/checks/check.ts'
import { creditAsked } from '#domain/checks/credit.ts'
import { STOCK_TOLD_UP_TO } from '#domain/product.ts'
import { totalsOf, withDeliveryCharge } from '#domain/totals.ts'
import { chosenIn } from './chosen.ts'
import { type CheckCase, worldOf } from './world.ts'

/** A case's data on a device: products as in the contract, stock up to the reported cap. */
export const onDevice = (parts: CheckCase): CheckInput => {
  const world = worldOf(parts)
  const held = new Map(
    world.products
      .filter(({ product_no }) => !world.noLongerSold.includes(product_no))
      .map((product) => [
        product.product_no,
        { ...product, stockQuantity: Math.min(product.stockQuantity, STOCK_TOLD_UP_TO) },
      ]),
  )
  for (const product of held.values()) expect(Check(ProductSchema, product)).toBe(true)
  expect(Check(CustomerSchema, world.customer)).toBe(true)
  const chosen = chosenIn(world)
  const lines = world.lines.map((line) => ({ ...line, product: held.get(line.product_no) ?? null }))
  return {
    customer: chosen.customer,
    ...(chosen.delivery && { delivery: chosen.delivery }),
    canPlaceOrders: world.mayOrder,
    deliveryDay: world.deliveryDay,
    deliveryDays: chosen.deliveryDays,
    now: world.now,
    lines,
    credit: creditAsked(
      chosen.customer,
      'account',
      withDeliveryCharge(totalsOf(lines), chosen.terms).totalPence,
    ),
    confirmations: world.confirmations,
  }
}
