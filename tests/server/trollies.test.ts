import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { ApiHeaders } from '#contract/endpoint.ts'
import { trollies } from '#contract/trollies.ts'
import { aCustomer, aProduct, aShop, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp()

const DETAILS = { deliveryDay: null, poNumber: '', instructions: '' }

describe('creating a trolly', () => {
  it('uses the id made by the device, at version 1', async () => {
    const { trolly, customer, token, params } = await aShop(database, call)
    expect(trolly).toMatchObject({
      ...params,
      customerId: customer.id,
      version: 1,
      detailsVersion: 1,
      state: 'open',
    })
    const { body } = await call(trollies.get, { token, params })
    expect(body).toEqual({ ...trolly, items: [] })
  })

  it('replies with 0 as the previous versions', async () => {
    const { token, customer } = await aShop(database, call)
    const details = { deliveryDay: '2026-12-24', poNumber: 'PO 1', instructions: 'Ring twice' }
    const { body } = await call(trollies.create, {
      token,
      body: { id: uuidv7(), customerId: customer.id, ...details },
    })
    expect(body).toMatchObject({ versionBefore: 0, detailsVersionBefore: 0, line: null, basket: details })
  })

  it('gives the same refusal for another’s customer as for an unknown one', async () => {
    const { token } = await aUser(database)
    const other = await aCustomer(database)
    const refusals = await Promise.all(
      [other.id, 'NOBODY'].map((customerId) =>
        call(trollies.create, { token, body: { id: uuidv7(), customerId, ...DETAILS } }),
      ),
    )
    expect(refusals.map(({ error }) => error.code)).toEqual(['customer_not_found', 'customer_not_found'])
    expect(refusals[0]?.text).toBe(refusals[1]?.text)
  })

  it('with a taken id reveals only that it exists, and only to those who can see it', async () => {
    const shop = await aShop(database, call)
    const stranger = await aShop(database, call)
    const body = { id: shop.params.id, customerId: shop.customer.id, ...DETAILS }
    const again = await call(trollies.create, { token: shop.token, body })
    expect(again.error).toMatchObject({ code: 'trolly_exists' })
    const others = await call(trollies.create, {
      token: stranger.token,
      body: { ...body, customerId: stranger.customer.id },
    })
    const nowhere = await call(trollies.get, { token: stranger.token, params: { id: uuidv7() } })
    expect(others.text).toBe(nowhere.text)
    expect((await call(trollies.get, { token: shop.token, params: shop.params })).body.version).toBe(1)
  })

  it('ignores the case of the id', async () => {
    const { customer, token } = await aShop(database, call)
    const id = uuidv7().toUpperCase()
    const { body } = await call(trollies.create, { token, body: { id, customerId: customer.id, ...DETAILS } })
    expect(body.basket.id).toBe(id.toLowerCase())
    expect((await call(trollies.get, { token, params: { id } })).body.id).toBe(id.toLowerCase())
  })
})

describe('reading trollies', () => {
  it('returns each line with its product at the customer’s price, and removed lines with their versions', async () => {
    const { token, params, product_no, otherProductNo, customer } = await aShop(database, call)
    await call(trollies.addItem, { token, params, body: { product_no, quantity: 2, seenPricePence: 1 } })
    await call(trollies.addItem, {
      token,
      params,
      body: { product_no: otherProductNo, quantity: 1, seenPricePence: null },
    })
    await call(trollies.removeItem, { token, params: { ...params, productNo: product_no }, ifMatch: 1 })

    const { body } = await call(trollies.get, { token, params })
    expect(body.items).toMatchObject([
      { product_no, quantity: 0, version: 2, removed: true, product: { pricePence: 1250 } },
      { product_no: otherProductNo, quantity: 1, version: 1, removed: false, seenPricePence: null },
    ])
    expect(body).toMatchObject({ version: 4, totals: { lineCount: 1, netPence: 1250 } })
    expect(body.priceListId).toBe(customer.priceListId)
  })

  it('returns no product if it is no longer sold, and no price if none is known', async () => {
    const { token, params, user, customer } = await aShop(database, call)
    const gone = await aProduct(database, { priceListId: customer.priceListId, active: false })
    const unpriced = await aProduct(database)
    const id = await aTrolly(database, {
      customerId: customer.id,
      createdBy: user.id,
      lines: [{ product_no: gone }, { product_no: unpriced }],
    })
    const { body } = await call(trollies.get, { token, params: { ...params, id } })
    const products = new Map(body.items.map(({ product_no, product }) => [product_no, product]))
    expect(products.get(gone)).toBeNull()
    expect(products.get(unpriced)).toMatchObject({ pricePence: null })
    expect(body.totals).toMatchObject({ lineCount: 2, unpricedCount: 2, totalPence: 0 })
  })

  it('includes VAT and catch weight in the totals', async () => {
    const { token, user, customer } = await aShop(database, call)
    const { priceListId } = customer
    const taxed = await aProduct(database, { priceListId, pricePence: 999, vatBasisPoints: 2_000 })
    const weighed = await aProduct(database, {
      priceListId,
      pricePence: 800,
      catchWeight: true,
      estimatedWeightGrams: 1_500,
    })
    const id = await aTrolly(database, {
      customerId: customer.id,
      createdBy: user.id,
      lines: [
        { product_no: taxed, quantity: 3 },
        { product_no: weighed, quantity: 2 },
      ],
    })
    const { body } = await call(trollies.get, { token, params: { id } })
    // 3 × £9.99 with 20 %, and 2 × 1.5 kg at £8 a kilogram without VAT.
    expect(body.totals).toMatchObject({
      netPence: 2997 + 2400,
      vatPence: 599,
      totalPence: 2997 + 599 + 2400,
      estimated: true,
    })
  })

  it('lists open trollies of the caller’s customers with totals, most recently changed first', async () => {
    const { token, customer, user, product_no, trolly } = await aShop(database, call)
    const { token: strangersToken } = await aShop(database, call)
    const second = await aTrolly(database, {
      customerId: customer.id,
      createdBy: user.id,
      updatedAt: new Date(Date.now() + 60_000),
      lines: [{ product_no, quantity: 3 }],
    })
    await aTrolly(database, { customerId: customer.id, createdBy: user.id, state: 'deleted' })

    const { body } = await call(trollies.list, { token })
    expect(body).toMatchObject({ total: 2, page: 1, pageLength: 24 })
    expect(body.data.map(({ id }) => id)).toEqual([second, trolly.id])
    expect(body.data[0]?.totals.netPence).toBe(3750)

    const page = await call(trollies.list, { token, query: { page: 2, pageLength: 1 } })
    expect(page.body).toMatchObject({ total: 2, page: 2, pageLength: 1, data: [{ id: trolly.id }] })
    const beyond = await call(trollies.list, { token, query: { page: 9 } })
    expect(beyond.body).toMatchObject({ total: 2, data: [] })
    const none = await call(trollies.list, { token: strangersToken, query: { customerId: customer.id } })
    expect(none.body).toMatchObject({ total: 0, data: [] })
  })

  it('returns the database’s epoch with every reply, including refusals', async () => {
    const { token, params } = await aShop(database, call)
    const replies = await Promise.all([
      call(trollies.get, { token, params }),
      call(trollies.get, { token, params: { id: uuidv7() } }),
      call(trollies.get, { params }),
    ])
    const epochs = new Set(replies.map(({ headers }) => headers[ApiHeaders.epoch]))
    expect(replies.map(({ status }) => status)).toEqual([200, 404, 401])
    expect([...epochs]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  })

  it('returns a new epoch as soon as the database has one', async () => {
    const { token, params } = await aShop(database, call)
    await database.execute(`UPDATE settings SET value = '"restored"' WHERE name = 'epoch'`)
    const { headers } = await call(trollies.get, { token, params })
    expect(headers[ApiHeaders.epoch]).toBe('restored')
  })
})

describe('changing the details', () => {
  it('changes the given fields and raises both versions', async () => {
    const { token, params } = await aShop(database, call)
    const { body } = await call(trollies.update, {
      token,
      params,
      ifMatch: 1,
      body: { deliveryDay: '2026-12-24', poNumber: 'PO 7' },
    })
    expect(body).toMatchObject({ versionBefore: 1, detailsVersionBefore: 1, line: null })
    expect(body.basket).toMatchObject({
      version: 2,
      detailsVersion: 2,
      deliveryDay: '2026-12-24',
      poNumber: 'PO 7',
      instructions: '',
    })
    expect((await call(trollies.get, { token, params })).body).toMatchObject(body.basket)
  })

  it('does not conflict with a line added meanwhile', async () => {
    const { token, params, product_no } = await aShop(database, call)
    await call(trollies.addItem, { token, params, body: { product_no, quantity: 1, seenPricePence: null } })
    const { body } = await call(trollies.update, { token, params, ifMatch: 1, body: { poNumber: 'A' } })
    expect(body.basket).toMatchObject({ version: 3, detailsVersion: 2, totals: { lineCount: 1 } })
  })

  it('conflicts with details changed elsewhere, and returns the current ones', async () => {
    const { token, params } = await aShop(database, call)
    await call(trollies.update, { token, params, ifMatch: 1, body: { poNumber: 'Theirs' } })
    const { status, error } = await call(trollies.update, {
      token,
      params,
      ifMatch: 1,
      body: { poNumber: 'Mine' },
    })
    expect(status).toBe(412)
    expect(error).toMatchObject({ basket: { poNumber: 'Theirs', detailsVersion: 2 }, line: null })
  })

  it('to their current values is not a conflict and keeps the versions', async () => {
    const { token, params } = await aShop(database, call)
    await call(trollies.update, { token, params, ifMatch: 1, body: { poNumber: 'Same' } })
    const { body } = await call(trollies.update, { token, params, ifMatch: 1, body: { poNumber: 'Same' } })
    expect(body).toMatchObject({
      versionBefore: 2,
      detailsVersionBefore: 2,
      basket: { version: 2, detailsVersion: 2 },
    })
  })
})

describe('deleting a trolly', () => {
  it('closes it to changes, keeps it readable and removes it from the list', async () => {
    const { token, params, product_no } = await aShop(database, call)
    const { body } = await call(trollies.remove, { token, params, ifMatch: 1 })
    expect(body).toMatchObject({ versionBefore: 1, basket: { state: 'deleted', version: 2 } })
    const add = await call(trollies.addItem, {
      token,
      params,
      body: { product_no, quantity: 1, seenPricePence: null },
    })
    expect(add.error.code).toBe('trolly_deleted')
    const details = await call(trollies.update, { token, params, ifMatch: 1, body: { poNumber: 'x' } })
    expect(details.status).toBe(410)
    expect((await call(trollies.get, { token, params })).body.state).toBe('deleted')
    expect((await call(trollies.list, { token })).body.total).toBe(0)
  })

  it('conflicts with any change since the version seen', async () => {
    const { token, params, product_no } = await aShop(database, call)
    await call(trollies.addItem, { token, params, body: { product_no, quantity: 1, seenPricePence: null } })
    const { status, error } = await call(trollies.remove, { token, params, ifMatch: 1 })
    expect(status).toBe(412)
    expect(error).toMatchObject({ basket: { version: 2, state: 'open', totals: { lineCount: 1 } } })
  })

  it('succeeds if another device has already deleted it', async () => {
    const { token, params } = await aShop(database, call)
    await call(trollies.remove, { token, params, ifMatch: 1 })
    const { body } = await call(trollies.remove, { token, params, ifMatch: 1 })
    expect(body).toMatchObject({ versionBefore: 2, basket: { version: 2, state: 'deleted' } })
  })
})
