import { gzipSync } from 'node:zlib'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { OPERATIONS_MAX } from '#domain/outbox/lane.ts'
import { aShop } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'
import { foreignRequests, JSON_TYPE } from './foreign-requests.ts'

const { database, call, app } = await startTestApp()
const shop = await aShop(database, call)
const { token, params, product_no } = shop
const { send, add, search, bodyOf } = foreignRequests(app, shop)

describe('a request without a matching call', () => {
  it('gets 404 at an unknown address, with or without a token', async () => {
    for (const url of [
      '/api/',
      '/api/nothing',
      '/api/basket',
      `/api/basket/new/${uuidv7()}/x`,
      '/api/../etc/passwd',
    ]) {
      expect(await send({ method: 'GET', url })).toMatchObject({ status: 404, code: 'not_found' })
      expect(await send({ method: 'POST', url, headers: { authorization: '' } })).toMatchObject({
        status: 404,
      })
    }
  })

  it('gets 404 if a part of the address is longer than any id', async () => {
    const { status } = await send({ method: 'GET', url: `/api/customer/${'9'.repeat(5_000)}?v=1` })
    expect([400, 404]).toContain(status)
  })

  it.each([
    ['PUT', '/api/config', 'GET, HEAD'],
    ['DELETE', '/api/auth/sign-in', 'POST'],
    ['GET', `/api/basket/new/${uuidv7()}/item`, 'POST'],
    ['PATCH', `/api/basket/new/${uuidv7()}`, 'GET, DELETE, PUT, HEAD'],
    ['OPTIONS', `/api/basket/new/${uuidv7()}/item`, 'POST'],
    ['OPTIONS', '/api/config', 'GET, HEAD'],
    ['POST', '/api/health/ready', 'GET, HEAD'],
    ['OPTIONS', '/api/health/live', 'GET, HEAD'],
  ] as const)('gets 405 with the wrong method: %s %s', async (method, url, allow) => {
    const { status, code, headers } = await send({ method, url, headers: { authorization: '' } })
    expect([status, code, headers.allow]).toEqual([405, 'method_not_allowed', allow])
  })
})

describe('a request body', () => {
  it('gets 413 if it is too large, also as a batch, but the longest valid batch fits', async () => {
    const large = bodyOf({ product_no: 'A'.repeat(300_000) })
    expect(await add(large)).toMatchObject({ status: 413, code: 'body_too_large' })
    expect(await search(`"${'a'.repeat(300_000)}"`)).toMatchObject({ status: 413, code: 'body_too_large' })
    const url = `/api/operations?v=1`
    const sendBatch = (payload: string) => send({ method: 'POST', url, headers: JSON_TYPE, payload })
    expect(await sendBatch(`"${'a'.repeat(300_000)}"`)).toMatchObject({ status: 413, code: 'body_too_large' })
    // A hundred lines with every field at its maximum, each body a text within the text.
    const operation = {
      method: 'PUT',
      path: `/api/basket/new/${params.id}/item/${'A'.repeat(40)}?v=1`,
      headers: { 'idempotency-key': uuidv7(), 'if-match': '"2147483647"' },
      body: JSON.stringify({ quantity: 9999, seenPricePence: 1_000_000_000 }),
    }
    const longest = JSON.stringify({ operations: Array.from({ length: OPERATIONS_MAX }, () => operation) })
    expect((await sendBatch(longest)).status).not.toBe(413)
  })

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/xml'],
    ['json'],
    [''],
  ])('gets 415 with the content type %j', async (type) => {
    expect(await add(bodyOf({}), { 'content-type': type })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    })
  })

  it('may name its charset', async () => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/basket/new/${params.id}/item?v=1`,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': uuidv7(),
        'content-type': 'application/json; charset=utf-8',
      },
      payload: bodyOf({}),
    })
    expect(statusCode).toBe(200)
  })

  it('gets 415 if it is compressed, but may name the identity encoding', async () => {
    const compressed = gzipSync(bodyOf({}))
    for (const encoding of ['gzip', 'br', 'gzip, identity', 'nonsense']) {
      expect(await add(compressed, { ...JSON_TYPE, 'content-encoding': encoding })).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      })
    }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/basket/new/${params.id}/item?v=1`,
      headers: {
        ...JSON_TYPE,
        authorization: `Bearer ${token}`,
        'idempotency-key': uuidv7(),
        'content-encoding': 'identity',
      },
      payload: bodyOf({}),
    })
    expect(statusCode).toBe(200)
  })

  it.each([
    ['a lone continuation byte', [0x80]],
    ['a truncated sequence', [0xe2, 0x82]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['half of a surrogate pair', [0xed, 0xa0, 0x80]],
  ])('gets 400 if it contains %s, instead of storing U+FFFD', async (_, bytes) => {
    const [before = '', after = ''] = bodyOf({ product_no: '|' }).split('|')
    const payload = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
    expect(await add(payload)).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ path: 'body', message: 'must be valid UTF-8' }],
    })
  })
})

describe('an unauthenticated request', () => {
  it.each([
    ['no token', ''],
    ['another scheme', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['an unknown token', `Bearer ${'A'.repeat(43)}`],
    ['a token of another length', 'Bearer abc'],
    ['a token with an injection', `Bearer ' OR 1=1 --${'A'.repeat(32)}`],
  ])('gets 401 with %s, in the same words', async (_, authorization) => {
    const { status, code, message, headers } = await send({
      method: 'GET',
      url: '/api/basket/new?v=1',
      headers: { authorization },
    })
    expect([status, code, message]).toEqual([401, 'unauthenticated', 'Please sign in.'])
    expect(headers['www-authenticate']).toBe('Bearer')
  })

  it('is told about the token before anything else', async () => {
    const { status } = await send({
      method: 'POST',
      url: '/api/customer/search?v=2',
      headers: { authorization: '', ...JSON_TYPE },
      payload: '{',
    })
    expect(status).toBe(401)
  })
})

describe('a server fault', () => {
  it('hides its text, and logs it in full under the request id of the reply', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await database.$client.query('ALTER TABLE customers RENAME TO customers_gone')
    const reply = await call(trollies.list, { token })
    await database.$client.query('ALTER TABLE customers_gone RENAME TO customers')
    expect([reply.status, reply.error.code]).toEqual([500, 'internal'])
    expect(reply.text).not.toContain('customers')
    const log = logged.mock.calls.join()
    logged.mockRestore()
    expect(log).toContain('relation \\"customers\\" does not exist')
    expect(log).toContain(reply.error.requestId)
    expect(log).toContain(shop.user.id)
  })

  it('includes a reply that breaks the contract, which is not sent', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const rank = (value: number) =>
      database.$client.query('UPDATE products SET sales_rank = $2 WHERE product_no = $1', [product_no, value])
    await rank(-1)
    const reply = await call(trollies.addItem, {
      token,
      params,
      body: { product_no, quantity: 1, seenPricePence: null },
    })
    await rank(1)
    expect([reply.status, reply.error.code]).toEqual([500, 'internal'])
    expect(logged.mock.calls.join()).toContain('salesRank')
    logged.mockRestore()
  })
})
