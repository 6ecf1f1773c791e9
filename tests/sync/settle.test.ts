import { describe, expect, test } from 'vitest'
import type { Basket } from '#contract/trollies.ts'
import type { Product } from '#domain/product.ts'
import { hasChangedProducts } from '#src/store/products/index-parts.ts'
import { findTrolly, replaceTrolly } from '#src/store/trollies/trollies.ts'
import { add, aLine, checkout, TROLLY } from '#tests/domain/trollies/builders.ts'
import { aProduct } from '#tests/support/signed-in.tsx'
import { aBasketHead, anOrder, aPhone, refusal, reply } from './phone.ts'

const CREAM: Product = { ...aProduct({ product_no: 'P1', name: 'Cream', pack: '1 l' }), pricePence: 100 }
const RICE: Product = { ...aProduct({ product_no: 'P2', name: 'Rice', pack: '5 kg' }), pricePence: 900 }

/** The server's trolly; null: no longer sold. */
const aBasket = (products: Record<string, Product | null>): Basket => ({
  ...aBasketHead(),
  items: Object.entries(products).map(([product_no, product]) => ({ ...aLine({ product_no }), product })),
})

const aPhoneWith = async (basket: Basket) => {
  const phone = aPhone()
  const { database } = phone
  const read = (told: Basket) =>
    database.transaction(
      'rw',
      [database.trollies, database.lines, database.products, database.prices, database.searchIndex],
      () => replaceTrolly(database, told),
    )
  await read(basket)
  const knownAs = async () =>
    (await findTrolly(database, TROLLY))?.lines.map((line) => [line.product_no, line.knownAs])
  return { ...phone, read, knownAs, listed: () => database.products.toCollection().primaryKeys() }
}

describe('a product in a trolly that is no longer sold', () => {
  test('is removed from the list by the review, recorded for the search, and keeps its name in the line', async () => {
    const phone = await aPhoneWith(aBasket({ P1: CREAM, P2: RICE }))
    await phone.database.searchIndex.clear()
    await phone.append(checkout())
    phone.answerWith(refusal(409, 'changed', { basket: aBasket({ P1: null, P2: RICE }) }))
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'attention', refusal: { code: 'changed' } }])
    expect(await phone.listed()).toEqual(['P2'])
    expect(await hasChangedProducts(phone.database)).toBe(true)
    expect(await phone.knownAs()).toEqual([
      ['P1', 'Cream 1 l'],
      ['P2', 'Rice 5 kg'],
    ])
  })

  test('keeps its name when the trolly is read again', async () => {
    const phone = await aPhoneWith(aBasket({ P1: CREAM }))
    await phone.read(aBasket({ P1: null }))
    await phone.read(aBasket({ P1: null }))
    expect(await phone.listed()).toEqual([])
    expect(await phone.knownAs()).toEqual([['P1', 'Cream 1 l']])
  })
})

describe('an order', () => {
  const order = anOrder()

  test('placed by another device is stored', async () => {
    const phone = await aPhoneWith(aBasket({ P1: CREAM }))
    await phone.append(add(2))
    phone.answerWith(refusal(409, 'checked_out', { order }))
    await phone.drain()
    expect(await phone.database.placedOrders.get(TROLLY)).toEqual(order)
  })

  test('placed on this device is kept, whatever arrives late', async () => {
    const phone = await aPhoneWith(aBasket({ P1: CREAM }))
    await phone.append(checkout())
    phone.answerWith(reply(200, order))
    await phone.drain()
    expect(await phone.database.placedOrders.get(TROLLY)).toEqual(order)
    await phone.database.trollies.update(TROLLY, { state: 'open' })
    await phone.append(add(2))
    phone.answerWith(refusal(409, 'checked_out', { order }))
    await phone.drain()
    expect(await phone.database.placedOrders.get(TROLLY)).toEqual(order)
  })
})
