import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import { ALLERGENS, type Allergen } from '#domain/product.ts'
import { takeSubstitute } from '#domain/substitution.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import { aProduct } from '#tests/support/builders.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ now: () => NOW })
const { aReadyTrolly, seenNow } = readyTrollies(database)

type Declared = { contains: Allergen[] | null; mayContain: Allergen[] | null }

/** A ready trolly whose peas have one possible substitute. */
const aTrollyWithBeans = async (allergens: Declared = { contains: [], mayContain: [] }) => {
  const ready = await aReadyTrolly()
  const { peas, priceListId, params, token } = ready
  await database.update(products).set({ contains: [], mayContain: [] }).where(eq(products.product_no, peas))
  const beans = await aProduct(database, {
    priceListId,
    name: 'Beans',
    pack: '1 kg',
    pricePence: 210,
    ...allergens,
  })
  const line = { ...params, productNo: peas }
  const setTerms = (body: { note?: string; substitution?: SubstitutionChoice | null }, key = uuidv7()) =>
    call(trollies.setTerms, { token, params: line, body, key })
  const read = async () => (await call(trollies.get, { token, params })).body
  const taken = async (confirmed = {}) => {
    const [product] = await readProducts(database, [beans], priceListId)
    if (product === undefined) throw new Error('There are no beans.')
    return takeSubstitute(product, { contains: [], mayContain: [], unknown: false, ...confirmed })
  }
  /** The order as a device sends it that shows notes and substitutions. */
  const seen = async () => {
    const [{ items }, body] = [await read(), await seenNow(ready.id)]
    const lines = body.lines.map((each) => {
      const { note = '', substitution = null } =
        items.find((item) => item.product_no === each.product_no) ?? {}
      return { ...each, note, substitution }
    })
    return { ...body, lines }
  }
  const place = async () => call(trollies.checkout, { token, params, body: await seen() })
  return { ...ready, beans, line, setTerms, read, taken, seen, place }
}

describe('a line’s note and agreement', () => {
  it('are kept with the line, and raise the trolly’s version but not the line’s', async () => {
    const { setTerms, read, peas, taken } = await aTrollyWithBeans()
    const before = await read()
    const substitution = await taken()
    const { status, body } = await setTerms({ note: 'for Saturday’s wedding', substitution })
    expect(status).toBe(200)
    const version = before.items[0]?.version
    expect(body).toMatchObject({
      versionBefore: before.version,
      basket: { version: before.version + 1 },
      line: {
        product_no: peas,
        version,
        versionBefore: version,
        note: 'for Saturday’s wedding',
        substitution,
      },
    })
    const after = await read()
    expect(after.items[0]).toMatchObject({ note: 'for Saturday’s wedding', substitution })
    expect(after.substitutes).toMatchObject([{ product: { name: 'Beans' } }])
  })

  it('change one without the other, and are taken away by "" and null', async () => {
    const { setTerms } = await aTrollyWithBeans()
    await setTerms({ note: 'ripe ones' })
    expect((await setTerms({ substitution: { kind: 'wait' } })).body.line).toMatchObject({
      note: 'ripe ones',
      substitution: { kind: 'wait' },
    })
    const { body } = await setTerms({ note: '', substitution: null })
    expect(body.line).not.toHaveProperty('note')
    expect(body.line).not.toHaveProperty('substitution')
  })

  it('change nothing the second time', async () => {
    const { setTerms } = await aTrollyWithBeans()
    const { body } = await setTerms({ note: 'ripe ones' })
    const again = await setTerms({ note: 'ripe ones' })
    expect(again.body.basket.version).toBe(body.basket.version)
    expect(again.body.versionBefore).toBe(body.basket.version)
  })

  it('stay when the quantity changes, and go with the line', async () => {
    const { setTerms, line, token, read } = await aTrollyWithBeans()
    await setTerms({ note: 'ripe ones', substitution: { kind: 'leave_out' } })
    const set = { token, params: line, ifMatch: 1, body: { quantity: 9 } }
    expect((await call(trollies.setItem, set)).body.line).toMatchObject({ quantity: 9, note: 'ripe ones' })
    await call(trollies.removeItem, { token, params: line, ifMatch: 2 })
    await call(trollies.addItem, { token, params: { id: line.id }, body: { product_no: line.productNo } })
    const { items } = await read()
    expect(items[0]).not.toHaveProperty('note')
    expect(items[0]).not.toHaveProperty('substitution')
  })

  it('are refused for a line that is not there, an unsold substitute, the product itself and a long note', async () => {
    const { setTerms, taken, beans, peas, line, token } = await aTrollyWithBeans()
    const substitution = await taken()
    expect((await setTerms({ substitution: { ...substitution, product_no: peas } })).error.code).toBe(
      'invalid_request',
    )
    const halves = [
      { kind: 'take', product_no: beans },
      { ...substitution, kind: 'wait' },
    ]
    for (const half of halves)
      expect((await setTerms({ substitution: half as SubstitutionChoice })).error.code).toBe(
        'invalid_request',
      )
    expect((await setTerms({ note: 'x'.repeat(121) })).error.code).toBe('invalid_request')
    expect((await setTerms({ note: 'two\nlines' })).error.code).toBe('invalid_request')
    await database.update(products).set({ active: false }).where(eq(products.product_no, beans))
    expect((await setTerms({ substitution })).error.code).toBe('product_not_found')
    await call(trollies.removeItem, { token, params: line, ifMatch: 1 })
    expect((await setTerms({ note: 'ripe ones' })).error.code).toBe('line_not_found')
  })
})

describe('a substitute that adds allergens', () => {
  it('is refused with the difference until each of them was confirmed', async () => {
    const { setTerms, taken, read } = await aTrollyWithBeans({ contains: ['mustard'], mayContain: null })
    const difference = { contains: ['mustard'], mayContain: [], unknown: true, removed: [] }
    const refused = await setTerms({ substitution: await taken({ contains: ['mustard'] }) })
    expect([refused.status, refused.error.code, refused.error.difference]).toEqual([
      422,
      'allergens_not_confirmed',
      difference,
    ])
    expect((await read()).items[0]).not.toHaveProperty('substitution')
    const confirmed = { contains: ['mustard'], unknown: true }
    expect((await setTerms({ substitution: await taken(confirmed) })).status).toBe(200)
  })

  it('never gets into a trolly or an order by any agreement that does not name them', async () => {
    const { setTerms, taken, beans, read, place, peas } = await aTrollyWithBeans()
    const some = fc.subarray<Allergen>([...ALLERGENS], { maxLength: 3 })
    const declared = fc.record({ contains: fc.option(some), mayContain: fc.option(some) })
    const confirmed = fc.record({ contains: some, mayContain: some, unknown: fc.boolean() })
    const levelOf = (product: Declared, allergen: Allergen) =>
      product.contains?.includes(allergen) ? 2 : product.mayContain?.includes(allergen) ? 1 : 0
    const declare = (product_no: string, allergens: Declared) =>
      database.update(products).set(allergens).where(eq(products.product_no, product_no))
    await fc.assert(
      fc.asyncProperty(declared, declared, declared, confirmed, async (original, then, now, said) => {
        await setTerms({ substitution: null })
        const isCovered = (product: Declared) =>
          (said.unknown || (product.contains !== null && product.mayContain !== null)) &&
          ALLERGENS.every((allergen) => {
            const level = levelOf(product, allergen)
            if (level <= levelOf(original, allergen) || said.contains.includes(allergen)) return true
            return level === 1 && said.mayContain.includes(allergen)
          })
        await declare(peas, original)
        await declare(beans, then)
        const { status } = await setTerms({ substitution: await taken(said) })
        expect(status).toBe(isCovered(then) ? 200 : 422)
        expect((await read()).items[0]?.substitution !== undefined).toBe(isCovered(then))
        if (!isCovered(then)) return
        // Changed between the agreement and the order; one that is covered would be placed, and ends the trolly.
        await declare(beans, now)
        if (isCovered(now)) return
        const placed = await place()
        expect([placed.status, placed.error.code]).toEqual([409, 'changed'])
      }),
      { numRuns: 60 },
    )
  })
})

describe('an order', () => {
  it('keeps exactly what was seen, whatever becomes of the substitute', async () => {
    const { setTerms, taken, place, beans, token, peas } = await aTrollyWithBeans({
      contains: ['mustard'],
      mayContain: [],
    })
    const substitution = await taken({ contains: ['mustard'] })
    await setTerms({ note: 'ripe ones', substitution })
    const placed = await place()
    expect(placed.body.lines).toMatchObject([
      { product_no: peas, note: 'ripe ones', substitution },
      { note: '', substitution: null },
      { note: '', substitution: null },
    ])
    await database
      .update(products)
      .set({ name: 'Other beans', contains: [] })
      .where(eq(products.product_no, beans))
    const { body } = await call(activeOrders.get, { token, params: { id: placed.body.id } })
    expect(body.lines[0]).toMatchObject({ note: 'ripe ones', substitution })
  })

  it.each<[string, (beans: string) => Promise<unknown>]>([
    [
      'adds an allergen',
      (beans) =>
        database
          .update(products)
          .set({ contains: ['milk'] })
          .where(eq(products.product_no, beans)),
    ],
    [
      'costs more',
      (beans) => database.update(prices).set({ pence: 211 }).where(eq(prices.product_no, beans)),
    ],
    [
      'is no longer sold',
      (beans) => database.update(products).set({ active: false }).where(eq(products.product_no, beans)),
    ],
  ])('goes to a review if a substitute %s since', async (_, change) => {
    const { setTerms, taken, place, beans } = await aTrollyWithBeans()
    await setTerms({ substitution: await taken() })
    await change(beans)
    const refused = await place()
    expect([refused.status, refused.error.code]).toEqual([409, 'changed'])
    expect(refused.error.basket).toMatchObject({ substitutes: [{ product_no: beans }] })
    await setTerms({ substitution: { kind: 'leave_out' } })
    expect((await place()).status).toBe(200)
  })

  it('goes to a review if another device has agreed to something else, but not one that shows no agreements', async () => {
    const { setTerms, seen, body, token, params } = await aTrollyWithBeans()
    const before = await seen()
    await setTerms({ note: 'ripe ones' })
    expect((await call(trollies.checkout, { token, params, body: before })).error.code).toBe('changed')
    const placed = await call(trollies.checkout, { token, params, body })
    expect(placed.body.lines[0]).toMatchObject({ note: 'ripe ones' })
  })

  it('of a device that shows none is placed without what no longer holds', async () => {
    const { setTerms, taken, body, token, params, beans } = await aTrollyWithBeans()
    await setTerms({ note: 'ripe ones', substitution: await taken() })
    await database.update(prices).set({ pence: 211 }).where(eq(prices.product_no, beans))
    const placed = await call(trollies.checkout, { token, params, body })
    expect(placed.body.lines[0]).toMatchObject({ note: 'ripe ones', substitution: null })
  })

  it('gives its notes and agreements to the trolly that changes it', async () => {
    const { setTerms, place, token } = await aTrollyWithBeans()
    await setTerms({ note: 'ripe ones', substitution: { kind: 'wait' } })
    const { body: order } = await place()
    const { body } = await call(activeOrders.change, { token, params: { id: order.id }, body: {} })
    expect(body.items[0]).toMatchObject({ note: 'ripe ones', substitution: { kind: 'wait' } })
  })
})
