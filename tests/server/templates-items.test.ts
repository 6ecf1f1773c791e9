import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { templateReads } from '#contract/template-reads.ts'
import { templates } from '#contract/templates.ts'
import { TEMPLATE_ITEMS_MAX, TEMPLATE_POSITION_MAX } from '#domain/templates/template.ts'
import { templateItems, templates as templateRows } from '#server/db/schema/templates.ts'
import { aProduct, aTrolly } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'
import { archive, aTemplateShop, manyProducts } from '#tests/support/templates.ts'

const { database, call } = await startTestApp()
const shop = () => aTemplateShop(database, call)

describe('an item', () => {
  it('is added last, or where requested, and set field by field: the last change wins', async () => {
    const { token, params, item, product_no, otherProductNo, read } = await shop()
    const body = { product_number: otherProductNo, lastQuantity: 6 }
    const added = (await call(templates.addItem, { token, params, body })).body
    expect(added).toMatchObject({
      id: otherProductNo,
      position: 2,
      lastQuantity: 6,
      parLevel: null,
      versionBefore: 2,
      template: { version: 3, itemCount: 2 },
    })
    await call(templates.setItem, { ...item(otherProductNo), body: { position: 0.5 } })
    await call(templates.setItem, { ...item(otherProductNo), body: { parLevel: 12 } })
    const { items, itemCount } = await read()
    expect(items).toMatchObject([
      { id: otherProductNo, position: 0.5, parLevel: 12, lastQuantity: 6 },
      { id: product_no },
    ])
    expect(itemCount).toBe(2)
  })

  it('has a shelf and pars by weekday, which the same again does not change', async () => {
    const { item, product_no, read } = await shop()
    const body = { shelf: 'Walk-in fridge, shelf 2', parLevels: [null, 4, null, null, 12, null, null] }
    const set = (await call(templates.setItem, { ...item(product_no), body })).body
    expect(set).toMatchObject(body)
    const again = (await call(templates.setItem, { ...item(product_no), body })).body
    expect(again.template.version).toBe(set.template.version)
    expect((await read()).items).toMatchObject([body])
    await call(templates.setItem, { ...item(product_no), body: { shelf: null, parLevels: null } })
    expect((await read()).items).toMatchObject([{ shelf: null, parLevels: null }])
  })

  it('is added at the maximum position if another is already there', async () => {
    const { token, params, item, product_no, otherProductNo } = await shop()
    const position = TEMPLATE_POSITION_MAX
    await call(templates.setItem, { ...item(product_no), body: { position } })
    const added = await call(templates.addItem, {
      token,
      params,
      body: { product_number: otherProductNo },
    })
    expect(added.body.position).toBe(position)
  })

  it('is changed, not duplicated, when added again', async () => {
    const { token, params, product_no, read } = await shop()
    const again = await call(templates.addItem, { token, params, body: { product_number: product_no } })
    expect(again.body.template.version).toBe(2)
    await call(templates.addItem, { token, params, body: { product_number: product_no, parLevel: 3 } })
    expect(await read()).toMatchObject({ itemCount: 1, items: [{ parLevel: 3, position: 1 }] })
  })

  it('keeps its settings when deleted, changed meanwhile and restored', async () => {
    const { item, product_no, read } = await shop()
    await call(templates.setItem, { ...item(product_no), body: { parLevel: 3 } })
    const removed = (await call(templates.removeItem, item(product_no))).body
    expect(removed).toMatchObject({ id: product_no, deleted: true, template: { itemCount: 0 } })
    const again = (await call(templates.removeItem, item(product_no))).body
    expect(again.template.version).toBe(removed.template.version)
    await call(templates.setItem, { ...item(product_no), body: { position: 9 } })
    expect((await read()).items).toMatchObject([{ deleted: true, position: 9 }])
    const restored = (await call(templates.restoreItem, item(product_no))).body
    expect(restored).toMatchObject({ deleted: false, parLevel: 3, position: 9, template: { itemCount: 1 } })
  })

  it('is not found if it never existed', async () => {
    const { item, otherProductNo } = await shop()
    const replies = [
      await call(templates.setItem, { ...item(otherProductNo), body: { parLevel: 1 } }),
      await call(templates.removeItem, item(otherProductNo)),
      await call(templates.restoreItem, item(otherProductNo)),
    ]
    expect(new Set(replies.map(({ error }) => error.code))).toEqual(new Set(['item_not_found']))
  })

  it('stays without its product once that is no longer sold, and cannot be added again', async () => {
    const { token, params, item, product_no, read } = await shop()
    await archive(database, product_no)
    expect(await read()).toMatchObject({ itemCount: 1, items: [{ id: product_no, product: null }] })
    await call(templates.removeItem, item(product_no))
    const body = { product_number: product_no }
    expect((await call(templates.addItem, { token, params, body })).error.code).toBe('product_not_found')
    expect((await call(templates.restoreItem, item(product_no))).status).toBe(200)
    const none = await call(templates.addItem, { token, params, body: { product_number: 'NO-SUCH' } })
    expect(none.error.code).toBe('product_not_found')
  })

  it.each([
    { parLevel: 0 },
    { lastQuantity: 10_000 },
    { position: 2e9 },
    { quantity: 1 },
    { shelf: ' ' },
    { parLevels: [1] },
  ])('rejects %o', async (body) => {
    const { item, product_no } = await shop()
    const reply = await call(templates.setItem, { ...item(product_no), body: body as never })
    expect(reply.error.code).toBe('invalid_request')
  })

  it('is counted once when several devices add it at the same time', async () => {
    const { token, params, read } = await shop()
    const product_nos = await manyProducts(database, 4)
    const adds = [...product_nos, ...product_nos].map((product_number) =>
      call(templates.addItem, { token, params, body: { product_number } }),
    )
    expect(new Set((await Promise.all(adds)).map(({ status }) => status))).toEqual(new Set([200]))
    const { items, itemCount, version } = await read()
    expect([items.length, itemCount, version]).toEqual([5, 5, 6])
  })
})

it(`a template of ${TEMPLATE_ITEMS_MAX} items can be created and read, and is full`, async () => {
  const { token, customer, product_no, user } = await shop()
  const product_nos = await manyProducts(database, TEMPLATE_ITEMS_MAX)
  const query = { id: uuidv7(), customerId: customer.id, name: 'Long' }
  const list = product_nos.map((product_number) => ({ product_number, quantity: 1 }))
  await call(templates.createFromArray, { token, query, body: list })
  const params = { id: query.id }
  const read = (await call(templateReads.get, { token, params })).body
  expect(read.items.map(({ id }) => id)).toEqual(product_nos)

  const more = { token, params, body: { product_number: product_no } }
  const itemParams = { ...params, itemId: product_nos[0] ?? '' }
  expect((await call(templates.addItem, more)).error.code).toBe('too_many_items')
  await call(templates.removeItem, { token, params: itemParams })
  expect((await call(templates.addItem, more)).status).toBe(200)
  const restored = await call(templates.restoreItem, { token, params: itemParams })
  expect(restored.error.code).toBe('too_many_items')

  const lines = [...product_nos, product_no].map((each) => ({ product_no: each, quantity: 1 }))
  const trolly = await aTrolly(database, { customerId: customer.id, createdBy: user.id, lines })
  const copy = { token, params: { id: trolly }, body: { id: uuidv7(), name: 'Longer' } }
  expect((await call(templates.createFromTrolly, copy)).error.code).toBe('too_many_items')
  const refused = await call(templateReads.get, { token, params: { id: copy.body.id } })
  expect(refused.error.code).toBe('template_not_found')
})

it('is counted correctly after every kind of change', async () => {
  const { token, params, item, product_no } = await shop()
  await call(templates.addItem, { token, params, body: { product_number: await aProduct(database) } })
  await call(templates.removeItem, item(product_no))
  const rows = await database.select().from(templateRows)
  const items = await database.select().from(templateItems)
  for (const { id, itemCount } of rows) {
    expect(items.filter(({ templateId, deleted }) => templateId === id && !deleted)).toHaveLength(itemCount)
  }
})
