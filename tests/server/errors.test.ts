import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { Check } from 'typebox/value'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { baskets } from '#contract/baskets.ts'
import { ErrorReply } from '#contract/errors.ts'
import { OPERATIONS_MAX } from '#domain/trolly.ts'
import { aShop } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call, app } = await startTestApp()
const shop = await aShop(database, call)
const { token, params, product_no } = shop

const JSON_TYPE = { 'content-type': 'application/json' }

/** A request as a program might send it that knows nothing of the contract. */
const send = async (options: InjectOptions) => {
  const { statusCode, payload, headers } = await app.inject({
    ...options,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': uuidv7(), ...options.headers },
  })
  const body = JSON.parse(payload) as {
    code: string
    message: string
    errors?: { path: string; message: string }[]
  }
  expect(Check(ErrorReply, body)).toBe(true)
  return { status: statusCode, headers, ...body }
}

const add = (payload: string, headers: Record<string, string> = JSON_TYPE) =>
  send({ method: 'POST', url: `/api/basket/new/${params.id}/item?v=1`, payload, headers })

const search = (payload: string) =>
  send({ method: 'POST', url: '/api/customer/search?v=1', payload, headers: JSON_TYPE })

const bodyOf = (changes: object): string =>
  JSON.stringify({ product_no, quantity: 1, seenPricePence: null, ...changes })

describe('a body that is not what the call takes is 400, naming the field', () => {
  it.each<[what: string, body: object, path: string]>([
    ['a field that nobody knows', { discount: 100 }, 'body/discount'],
    ['a negative quantity', { quantity: -1 }, 'body/quantity'],
    ['a quantity of nothing', { quantity: 0 }, 'body/quantity'],
    ['an absurd quantity', { quantity: 1e9 }, 'body/quantity'],
    ['a quantity beyond all numbers', { quantity: 1e300 }, 'body/quantity'],
    ['half a case', { quantity: 1.5 }, 'body/quantity'],
    ['a number as text', { quantity: '1' }, 'body/quantity'],
    ['true for a number', { quantity: true }, 'body/quantity'],
    ['a list for a number', { quantity: [1] }, 'body/quantity'],
    ['an object for a text', { product_no: { $ne: null } }, 'body/product_no'],
    ['an empty product number', { product_no: '' }, 'body/product_no'],
    ['a product number with a quote', { product_no: "A'; DROP TABLE baskets; --" }, 'body/product_no'],
    ['a product number with U+0000', { product_no: 'A\0' }, 'body/product_no'],
    ['a price that is no whole number of pence', { seenPricePence: 0.5 }, 'body/seenPricePence'],
  ])('%s', async (_, body, path) => {
    const { status, code, errors } = await add(bodyOf(body))
    expect([status, code]).toEqual([400, 'invalid_request'])
    expect(errors?.map((error) => error.path)).toContain(path)
  })

  it('a field that is missing', async () => {
    const { errors } = await add(JSON.stringify({ product_no }))
    expect(errors).toMatchObject([{ path: 'body', message: expect.stringContaining('quantity') }])
  })

  it('a value in its place that is no object', async () => {
    for (const text of ['null', '[]', '"text"', '1']) {
      expect((await add(text)).errors).toMatchObject([{ path: 'body' }])
      expect((await search(text)).errors).toMatchObject([{ path: 'body' }])
    }
  })

  it('text that is no JSON', async () => {
    for (const text of ['{', '', 'product_no=1', '{"a":1}}', "{'a':1}", '\uFEFF{}']) {
      expect(await add(text)).toMatchObject({ status: 400, errors: [{ path: 'body' }] })
      expect(await search(text)).toMatchObject({ status: 400, errors: [{ path: 'body' }] })
    }
  })

  it('__proto__, however it is spelt and however deep, and nothing is polluted', async () => {
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

  it('U+0000 in a text that may hold anything', async () => {
    const { status, errors } = await search(JSON.stringify({ queryString: 'a\0b' }))
    expect([status, errors]).toMatchObject([400, [{ path: 'body/queryString' }]])
  })

  it('nesting deeper than any stack', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    expect((await add(`{"product_no":${deep}}`)).status).toBe(400)
    expect((await search(`{"queryString":${deep}}`)).status).toBe(400)
  })

  it('names a few of many faults, and no secret of the body', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, 'hunter2']))
    const { errors = [] } = await search(JSON.stringify(fields))
    expect(errors.length).toBeLessThanOrEqual(20)
    expect(JSON.stringify(errors)).not.toContain('hunter2')
  })

  it('a body where the call takes none', async () => {
    const { status, errors } = await send({
      method: 'DELETE',
      url: `/api/basket/new/${params.id}/item/${product_no}?v=1`,
      headers: { ...JSON_TYPE, 'if-match': '1' },
      payload: '{"force":true}',
    })
    expect([status, errors]).toMatchObject([400, [{ path: 'body' }]])
  })

  it('is refused for a day that is not in the calendar', async () => {
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

describe('an address that is not what the call takes is 400', () => {
  it.each([
    ['an id that is no UUID', '/api/basket/new/1?v=1', 'params/id'],
    ['another version of the API', `/api/basket/new/${uuidv7()}?v=2`, 'query/v'],
    ['a query that nobody knows', `/api/basket/new/${uuidv7()}?v=1&debug=1`, 'query/debug'],
    ['a query that is there twice', '/api/basket/new?v=1&page=1&page=2', 'query/page'],
    ['a page that is no number', '/api/basket/new?v=1&page=one', 'query/page'],
    ['a page below the first', '/api/basket/new?v=1&page=0', 'query/page'],
    ['a page too long', '/api/basket/new?v=1&pageLength=97', 'query/pageLength'],
    ['a page beyond all numbers', '/api/basket/new?v=1&page=99999999999999999999', 'query/page'],
    ['U+0000 in a query', '/api/basket/new?v=1&customerId=%00', 'query/customerId'],
    ['U+0000 in a path', '/api/customer/%00?v=1', 'params/id'],
  ])('%s', async (_, url, path) => {
    const { status, code, errors } = await send({ method: 'GET', url })
    expect([status, code]).toEqual([400, 'invalid_request'])
    expect(errors?.map((error) => error.path)).toContain(path)
  })

  it('a path that cannot be decoded', async () => {
    expect(await send({ method: 'GET', url: '/api/customer/%E0%A4%A?v=1' })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    })
  })

  it('takes a call without a version as one of this version', async () => {
    const { statusCode } = await app.inject({
      url: '/api/basket/new',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(statusCode).toBe(200)
  })
})

describe('a request that meets no call', () => {
  it('is 404 at an address that nothing is served at, with or without a token', async () => {
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

  it('is 404 where a part of the address is longer than any id', async () => {
    const { status } = await send({ method: 'GET', url: `/api/customer/${'9'.repeat(5_000)}?v=1` })
    expect([400, 404]).toContain(status)
  })

  it.each([
    ['PUT', '/api/config', 'GET, HEAD'],
    ['DELETE', '/api/auth/sign-in', 'POST'],
    ['GET', `/api/basket/new/${uuidv7()}/item`, 'POST'],
    ['PATCH', `/api/basket/new/${uuidv7()}`, 'GET, DELETE, PUT, HEAD'],
  ] as const)('is 405 by the wrong method: %s %s', async (method, url, allow) => {
    const { status, code, headers } = await send({ method, url, headers: { authorization: '' } })
    expect([status, code, headers.allow]).toEqual([405, 'method_not_allowed', allow])
  })
})

describe('a body that is not taken', () => {
  it('is 413 where it is too large, of a batch as well, which the longest never is', async () => {
    const large = bodyOf({ product_no: 'A'.repeat(300_000) })
    expect(await add(large)).toMatchObject({ status: 413, code: 'body_too_large' })
    expect(await search(`"${'a'.repeat(300_000)}"`)).toMatchObject({ status: 413, code: 'body_too_large' })
    const url = `/api/basket/new/${params.id}/operations?v=1`
    const sendBatch = (payload: string) => send({ method: 'POST', url, headers: JSON_TYPE, payload })
    expect(await sendBatch(`"${'a'.repeat(300_000)}"`)).toMatchObject({ status: 413, code: 'body_too_large' })
    // A hundred lines with everything as long as it may be, each body a text within the text.
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
  ])('is 415 where it says that it is %j', async (type) => {
    expect(await add(bodyOf({}), { 'content-type': type })).toMatchObject({
      status: 415,
      code: 'unsupported_media_type',
    })
  })

  it('is taken with a charset', async () => {
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

  it('is not unpacked: a compressed one is no JSON', async () => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: `/api/basket/new/${params.id}/item?v=1`,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': uuidv7(),
        ...JSON_TYPE,
        'content-encoding': 'gzip',
      },
      payload: gzipSync(bodyOf({})),
    })
    expect(statusCode).toBe(400)
  })
})

describe('a request without leave', () => {
  it.each([
    ['no token', ''],
    ['another scheme', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['a token that nobody has', `Bearer ${'A'.repeat(43)}`],
    ['a token of another length', 'Bearer abc'],
    ['a token with an injection', `Bearer ' OR 1=1 --${'A'.repeat(32)}`],
  ])('is 401 with %s, in the same words', async (_, authorization) => {
    const { status, code, message, headers } = await send({
      method: 'GET',
      url: '/api/basket/new?v=1',
      headers: { authorization },
    })
    expect([status, code, message]).toEqual([401, 'unauthenticated', 'Please sign in.'])
    expect(headers['www-authenticate']).toBe('Bearer')
  })

  it('is told of the token before anything else of it', async () => {
    const { status } = await send({
      method: 'POST',
      url: '/api/customer/search?v=2',
      headers: { authorization: '', ...JSON_TYPE },
      payload: '{',
    })
    expect(status).toBe(401)
  })
})

describe('a fault of the server', () => {
  it('hides its text, and logs all of it under the id that the reply names', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await database.$client.query('ALTER TABLE customers RENAME TO customers_gone')
    const reply = await call(baskets.list, { token })
    await database.$client.query('ALTER TABLE customers_gone RENAME TO customers')
    expect([reply.status, reply.error.code]).toEqual([500, 'internal'])
    expect(reply.text).not.toContain('customers')
    const log = logged.mock.calls.join()
    logged.mockRestore()
    expect(log).toContain('relation \\"customers\\" does not exist')
    expect(log).toContain(reply.error.requestId)
    expect(log).toContain(shop.user.id)
  })

  it('is a reply that breaks the contract, too: it is not sent', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const rank = (value: number) =>
      database.$client.query('UPDATE products SET sales_rank = $2 WHERE product_no = $1', [product_no, value])
    await rank(-1)
    const reply = await call(baskets.addItem, {
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

describe('what cannot even be read as a request', () => {
  it('is answered in the same form, and the connection closed', async () => {
    const answer = await answerTo('BREW /pot HTCPCP/1.0\r\n\r\n')
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 400 /)
    expect(JSON.parse(body)).toMatchObject({ code: 'invalid_request' })
  })

  it('is 408 where it does not arrive in time', async () => {
    const silent = await answerTo(
      'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{',
      (socket) =>
        // Node looks for late requests every half a minute, which is longer than a test may take.
        app.server.emit(
          'clientError',
          Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          socket,
        ),
    )
    expect(silent).toMatch(/^HTTP\/1\.1 408 /)
    expect(silent).toContain('"code":"request_timeout"')
  })
})

/** Writes bytes to the server as they are, and reads until it closes the connection. */
async function answerTo(bytes: string, then: (serverSocket: Socket) => void = () => {}): Promise<string> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  app.server.once('connection', (serverSocket: Socket) => {
    serverSocket.once('data', () => then(serverSocket))
  })
  return await new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    let text = ''
    socket.on('data', (part) => {
      text += part.toString()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}
