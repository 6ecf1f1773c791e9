import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { ALL } from '#contract/all.ts'
import { NOT_FOUND } from '#contract/values.ts'
import { aShop, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'
import { foreignRequests, JSON_TYPE } from './foreign-requests.ts'

const { database, call, app } = await startTestApp()
const shop = await aShop(database, call)
const { token, params, product_no } = shop
const { send, add, search, bodyOf } = foreignRequests(app, shop)
const staff = await aUser(database, { accountType: 'AD' })
const SEARCH = {
  method: 'POST',
  url: '/api/customer/search?v=1',
  headers: { ...JSON_TYPE, authorization: `Bearer ${token}` },
} as const

describe('an invalid body gets 400 naming the field', () => {
  it.each<[what: string, body: object, path: string]>([
    ['an unknown field', { discount: 100 }, 'body/discount'],
    ['a negative quantity', { quantity: -1 }, 'body/quantity'],
    ['a quantity of zero', { quantity: 0 }, 'body/quantity'],
    ['an absurd quantity', { quantity: 1e9 }, 'body/quantity'],
    ['a quantity beyond the range of integers', { quantity: 1e300 }, 'body/quantity'],
    ['half a case', { quantity: 1.5 }, 'body/quantity'],
    ['a number as text', { quantity: '1' }, 'body/quantity'],
    ['true instead of a number', { quantity: true }, 'body/quantity'],
    ['a list instead of a number', { quantity: [1] }, 'body/quantity'],
    ['an object instead of text', { product_no: { $ne: null } }, 'body/product_no'],
    ['an empty product number', { product_no: '' }, 'body/product_no'],
    ['a product number that a path cannot hold', { product_no: '..' }, 'body/product_no'],
    ['a product number with a character that cannot be seen', { product_no: 'A\u200b1' }, 'body/product_no'],
    ['a product number with U+0000', { product_no: 'A\0' }, 'body/product_no'],
    ['a fraction of a penny', { seenPricePence: 0.5 }, 'body/seenPricePence'],
  ])('%s', async (_, body, path) => {
    const { status, code, errors } = await add(bodyOf(body))
    expect([status, code]).toEqual([400, 'invalid_request'])
    expect(errors?.map((error) => error.path)).toContain(path)
  })

  it('a missing field', async () => {
    const { errors } = await add(JSON.stringify({ quantity: 1 }))
    expect(errors).toMatchObject([{ path: 'body', message: expect.stringContaining('product_no') }])
  })

  it('a value that is not an object', async () => {
    for (const text of ['null', '[]', '"text"', '1']) {
      expect((await add(text)).errors).toMatchObject([{ path: 'body' }])
      expect((await search(text)).errors).toMatchObject([{ path: 'body' }])
    }
  })

  it('text that is not JSON', async () => {
    for (const text of ['{', 'product_no=1', '{"a":1}}', "{'a':1}", '\uFEFF{}']) {
      expect(await add(text)).toMatchObject({ status: 400, errors: [{ path: 'body' }] })
      expect(await search(text)).toMatchObject({ status: 400, errors: [{ path: 'body' }] })
    }
  })

  it('no body where one is needed', async () => {
    expect(await add('')).toMatchObject({ status: 400, errors: [{ path: 'body' }] })
    const { statusCode } = await app.inject({ ...SEARCH, payload: '' })
    expect(statusCode).toBe(200)
  })

  it('__proto__ in any spelling and at any depth, without polluting anything', async () => {
    for (const text of [
      '{"__proto__":{"quantity":1}}',
      `{"product_no":"${product_no}","quantity":1,"seenPricePence":null,"__proto__":{"admin":true}}`,
      '{"\\u005f_proto__":{"admin":true}}',
      '{"queryString":{"__proto__":{"admin":true}}}',
    ]) {
      expect((await add(text)).status).toBe(400)
      expect((await search(text)).status).toBe(400)
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('U+0000 in free text', async () => {
    const { status, errors } = await search(JSON.stringify({ queryString: 'a\0b' }))
    expect([status, errors]).toMatchObject([400, [{ path: 'body/queryString' }]])
  })

  it('half of a surrogate pair, which the database cannot store', async () => {
    const { status, errors } = await search('{"queryString":"a\\ud800b"}')
    expect([status, errors]).toMatchObject([400, [{ path: 'body/queryString' }]])
  })

  it('nesting deeper than any stack', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    const url = '/api/operations?v=1'
    const batch = `{"operations":${deep}}`
    expect((await send({ method: 'POST', url, payload: batch, headers: JSON_TYPE })).status).toBe(400)
  })

  it('many faults, of which it names a few without quoting the body', async () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, 'hunter2']))
    const { errors = [] } = await search(JSON.stringify(fields))
    expect(errors.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(errors)).not.toContain('hunter2')
  })

  it('a body for a call that takes none', async () => {
    const { status, errors } = await send({
      method: 'DELETE',
      url: `/api/basket/new/${params.id}/item/${product_no}?v=1`,
      headers: { ...JSON_TYPE, 'if-match': '1' },
      payload: '{"force":true}',
    })
    expect([status, errors]).toMatchObject([400, [{ path: 'body/force' }]])
  })

  it.each(['01', '"01"', '00', '"1', '1"', '-1', '1.0', '1e3', 'W/"1"', '"1","2"', ''])(
    'an If-Match of %s',
    async (ifMatch) => {
      const { status, errors } = await send({
        method: 'PUT',
        url: `/api/basket/new/${params.id}?v=1`,
        headers: { ...JSON_TYPE, 'if-match': ifMatch },
        payload: JSON.stringify({ deliveryDay: null }),
      })
      expect([status, errors?.[0]?.path]).toEqual([400, 'headers/if-match'])
    },
  )

  it('a day that is not in the calendar', async () => {
    for (const deliveryDay of ['2026-02-30', '0000-01-01', '2026-1-1', 'tomorrow', 20261224, '9999-99-99']) {
      const { status } = await send({
        method: 'PUT',
        url: `/api/basket/new/${params.id}?v=1`,
        headers: { ...JSON_TYPE, 'if-match': '1' },
        payload: JSON.stringify({ deliveryDay }),
      })
      expect([deliveryDay, status]).toEqual([deliveryDay, 400])
    }
  })
})

describe('an invalid address gets 400', () => {
  it.each([
    ['another version of the API', `/api/basket/new/${uuidv7()}?v=2`, 'query/v'],
    ['an unknown query parameter', `/api/basket/new/${uuidv7()}?v=1&debug=1`, 'query/debug'],
    ['a repeated query parameter', '/api/basket/new?v=1&page=1&page=2', 'query/page'],
    ['a page that is not a number', '/api/basket/new?v=1&page=one', 'query/page'],
    ['page zero', '/api/basket/new?v=1&page=0', 'query/page'],
    ['a page length over the maximum', '/api/basket/new?v=1&pageLength=97', 'query/pageLength'],
    ['a page beyond the range of integers', '/api/basket/new?v=1&page=99999999999999999999', 'query/page'],
    ['U+0000 in a query', '/api/basket/new?v=1&customerId=%00', 'query/customerId'],
  ])('%s', async (_, url, path) => {
    const { status, code, errors } = await send({ method: 'GET', url })
    expect([status, code]).toEqual([400, 'invalid_request'])
    expect(errors?.map((error) => error.path)).toContain(path)
  })

  it.each(ALL.filter(({ params }) => params !== undefined))(
    'but 404 with the noun’s own code if it names nothing that there could be: $method $path',
    async ({ method, path, params }) => {
      const properties = (params?.properties ?? {}) as Record<
        string,
        { [NOT_FOUND]?: string; format?: string }
      >
      const named = Object.entries(properties)
      for (const [wrong, { [NOT_FOUND]: code = 'not_found' }] of named) {
        const url = path.replace(/\{(\w+)\}/g, (_, name: string) =>
          name === wrong
            ? '%00'
            : name === 'id' || properties[name]?.format === 'uuid'
              ? uuidv7()
              : product_no,
        )
        const reply = await send({
          method,
          url: `/api/${url}`,
          headers: { 'if-match': '1', authorization: `Bearer ${staff.token}` },
        })
        expect([wrong, reply.status, reply.code]).toEqual([wrong, 404, code])
        expect(code).not.toBe('not_found')
      }
    },
  )

  it('a path that cannot be decoded', async () => {
    expect(await send({ method: 'GET', url: '/api/customer/%E0%A4%A?v=1' })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  })

  it('but a call without a version is accepted', async () => {
    const { statusCode } = await app.inject({
      url: '/api/basket/new',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(200)
  })
})
