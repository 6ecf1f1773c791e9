import { Check } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { ApiHeaders } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/errors.ts'
import { exchange, openSocket, portOf, type RawReply, rawReplyOf, readAll } from '#tests/support/raw-http.ts'
import { startTestApp } from '#tests/support/server.ts'

/** Replies made by Fastify or Node themselves: in the contract's shape, with the usual headers. */

const { app, database } = await startTestApp()
const port = await portOf(app)
const { rows } = await database.$client.query("SELECT value FROM settings WHERE name = 'epoch'")
const epoch = rows[0]?.value as string
// One call that reads the epoch.
await app.inject('/api/config?v=1')

const requireContract = ({ headers, body }: RawReply): void => {
  expect(Check(ErrorReply, JSON.parse(body))).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': expect.any(String),
    'cache-control': 'no-store',
    [ApiHeaders.epoch]: epoch,
  })
}

const request = (line: string, headers: string[] = [], body = ''): string =>
  `${[line, 'host: x', 'connection: close', ...headers].join('\r\n')}\r\n\r\n${body}`
const json = (body: string): string[] => ['content-type: application/json', `content-length: ${body.length}`]

const LONG_TEXT = `{"a":"${'a'.repeat(2_000)}`

describe('a framework reply', () => {
  it.each([
    [
      'an address with a broken escape',
      request('GET /api/customer/%ZZ?v=1 HTTP/1.1'),
      400,
      'invalid_request',
    ],
    ['a broken escape outside the API', request('GET /%E0%A4%A HTTP/1.1'), 400, 'invalid_request'],
    ['an unknown address', request('GET /api/nothing HTTP/1.1'), 404, 'not_found'],
    ['a write to an unknown address', request('POST /api/nothing HTTP/1.1'), 404, 'not_found'],
    [
      'a body to an unknown address, which is not read',
      request('POST /api/nothing HTTP/1.1', json(LONG_TEXT), LONG_TEXT),
      404,
      'not_found',
    ],
    [
      'a part of an address longer than any id',
      request(`GET /api/customer/${'9'.repeat(5_000)}?v=1 HTTP/1.1`),
      404,
      'not_found',
    ],
    [
      'truncated JSON',
      request('POST /api/auth/sign-in?v=1 HTTP/1.1', json('{'), '{'),
      400,
      'invalid_request',
    ],
    [
      'a method that the address does not support',
      request('OPTIONS /api/config HTTP/1.1'),
      405,
      'method_not_allowed',
    ],
    ['a method that is not supported anywhere', request('PROPFIND /api/config HTTP/1.1'), 404, 'not_found'],
    ['a request that is not HTTP', 'BREW /pot HTCPCP/1.0\r\n\r\n', 400, 'invalid_request'],
    [
      'headers over 16 kB',
      request('GET /api/config HTTP/1.1', [`x: ${'a'.repeat(20_000)}`]),
      431,
      'headers_too_large',
    ],
    ['no host', 'GET /api/config HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'invalid_request'],
    [
      'an unsupported expectation',
      request('GET /api/config?v=1 HTTP/1.1', ['expect: miracles']),
      400,
      'invalid_request',
    ],
    [
      'two lengths',
      request('POST /api/auth/sign-in HTTP/1.1', ['content-length: 1', 'content-length: 2'], '{}'),
      400,
      'invalid_request',
    ],
  ])('to %s has the contract’s shape and headers', async (_, bytes, status, code) => {
    const reply = await exchange(port, bytes)
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([status, code])
    requireContract(reply)
  })

  it('to a long body outside the API comes before it is read', async () => {
    const reply = await exchange(port, request('POST /nothing HTTP/1.1', json(LONG_TEXT), LONG_TEXT))
    expect([reply.status, JSON.parse(reply.body).code]).toEqual([413, 'body_too_large'])
  })
})

describe('a body that arrives slowly', () => {
  it('is given 20 s, without a shorter limit', () => {
    // Node swaps the two if the headers' limit is longer.
    expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([20_000, 20_000])
  })

  it('is cut off with 408 at its limit', async () => {
    Object.assign(app.server, { requestTimeout: 300, headersTimeout: 300 })
    const socket = await openSocket(port)
    const text = readAll(socket)
    socket.write(
      'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
    )
    const drip = setInterval(() => socket.write(' '), 100)
    const reply = rawReplyOf(await text)
    clearInterval(drip)
    Object.assign(app.server, { requestTimeout: 20_000, headersTimeout: 20_000 })

    expect(reply.status).toBe(408)
    expect(JSON.parse(reply.body).code).toBe('request_timeout')
    requireContract(reply)
  })
})
