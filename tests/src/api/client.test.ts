import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ALL } from '#contract/all.ts'
import { auth } from '#contract/auth.ts'
import { config } from '#contract/config.ts'
import { customers } from '#contract/customers.ts'
import { health } from '#contract/health.ts'
import { productSearch } from '#contract/product-search.ts'
import { type ApiClientPorts, createApiClient } from '#src/api/client.ts'
import { NO_DATA_MESSAGE, UNEXPECTED_MESSAGE } from '#src/api/messages.ts'
import { outdated } from '#src/api/outdated.ts'
import { createPause } from '#src/api/pause.ts'
import { aCustomer } from '#tests/support/signed-in.tsx'

const LOGIN_PAGE = '<!doctype html><title>Hotel Wi-Fi</title><form>Accept</form>'

let answer: () => Response | Promise<Response>

beforeEach(() => vi.stubGlobal('fetch', async () => answer()))
afterEach(() => vi.unstubAllGlobals())

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
const html = (status: number) => () =>
  new Response(LOGIN_PAGE, { status, headers: { 'content-type': 'text/html' } })

const aClient = () => {
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  const pause = createPause(() => clock.now)
  const session: { token?: string } = { token: 'token' }
  const onContact = vi.fn<NonNullable<ApiClientPorts['onContact']>>()
  const onUnauthenticated = vi.fn<ApiClientPorts['onUnauthenticated']>()
  const client = createApiClient({
    token: () => session.token,
    pause,
    onUnauthenticated,
    onContact,
    baseUrl: 'http://trolly.example.com',
  })
  const search = (signal?: AbortSignal) =>
    client.call(customers.search, { body: { page: 1, pageLength: 24 }, ...(signal && { signal }) })
  const signOut = () => delete session.token
  return { client, search, signOut, onContact, onUnauthenticated, pause, clock }
}

test('returns a valid reply, and records that the server was reached', async () => {
  const { search, onContact } = aClient()
  const customer = aCustomer()
  answer = json(200, { data: [customer], total: 1, page: 1, pageLength: 24 })
  await expect(search()).resolves.toMatchObject({ data: [customer], total: 1 })
  expect(onContact.mock.calls).toEqual([[true]])
})

test('tells the page’s build, if it has one', async () => {
  const fetched = vi.fn(async (_url: string, _request: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  for (const parts of [{ build: 'mi1hk0' }, {}]) {
    const client = createApiClient({ token: () => undefined, onUnauthenticated: () => {}, ...parts })
    await client.call(health.live).catch(() => {})
  }
  const builds = fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('trolly-build'))
  expect(builds).toEqual(['mi1hk0', null])
})

test('sends the key of a call that may be made again', async () => {
  const fetched = vi.fn(async (_url: string, _request: RequestInit) => new Response('{}'))
  vi.stubGlobal('fetch', fetched)
  const { client } = aClient()
  for (const key of ['0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11', undefined])
    await client.call(health.live, key === undefined ? {} : { key }).catch(() => {})
  const keys = fetched.mock.calls.map(([, { headers }]) => new Headers(headers).get('idempotency-key'))
  expect(keys).toEqual(['0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11', null])
})

test('accepts a reply with an unknown field', async () => {
  answer = json(200, { status: 'live', since: '2026-11-20' })
  await expect(aClient().client.call(health.live)).resolves.toMatchObject({ status: 'live' })
})

test.each<[string, () => Response]>([
  ['a network’s sign-in page', html(200)],
  ['nothing', () => new Response('')],
  ['other JSON', json(200, { login: 'https://wifi.example.com' })],
  ['JSON with the same fields of other types', json(200, { data: {}, total: '0' })],
  ['a list of other things', json(200, { data: [{ ssid: 'Hotel' }], total: 1, page: 1, pageLength: 24 })],
  ['another list', json(200, [])],
])('%s instead of the reply is a failure, and no contact', async (_, given) => {
  const { search, onContact } = aClient()
  answer = given
  await expect(search()).rejects.toMatchObject({ code: 'unexpected_reply', message: UNEXPECTED_MESSAGE })
  expect(onContact.mock.calls).toEqual([[false]])
})

test('is not accepted as filters or delivery days either', async () => {
  const { client } = aClient()
  answer = html(200)
  const params = { id: '01900000-0000-7000-8000-000000000001' }
  await expect(client.call(productSearch.filters, { params })).rejects.toMatchObject({
    code: 'unexpected_reply',
  })
  await expect(client.call(customers.deliveryDates, { params })).rejects.toMatchObject({
    code: 'unexpected_reply',
  })
})

test('does not show a person a failed proxy’s page', async () => {
  const { search, onContact } = aClient()
  answer = html(500)
  await expect(search()).rejects.toMatchObject({
    status: 500,
    code: 'unexpected_reply',
    message: UNEXPECTED_MESSAGE,
    reply: undefined,
  })
  expect(onContact.mock.calls).toEqual([[false]])
})

test('keeps the code and message of a contract error, and records contact', async () => {
  const { search, onContact } = aClient()
  answer = json(403, { code: 'forbidden', message: 'Not for you.' })
  await expect(search()).rejects.toMatchObject({ status: 403, code: 'forbidden', message: 'Not for you.' })
  expect(onContact.mock.calls).toEqual([[true]])
})

test('does not take a code with the wrong status for the server’s', async () => {
  const { search, onContact } = aClient()
  answer = json(404, { code: 'forbidden', message: 'Not for you.' })
  await expect(search()).rejects.toMatchObject({ code: 'unexpected_reply', message: 'Not for you.' })
  expect(onContact.mock.calls).toEqual([[false]])
})

test('recognises a newer server’s code by the epoch header', async () => {
  const { search, onContact } = aClient()
  const body = JSON.stringify({ code: 'search_paused', message: 'Search is paused.' })
  answer = () => new Response(body, { status: 409, headers: { 'trolly-epoch': 'epoch-1' } })
  await expect(search()).rejects.toMatchObject({ code: 'search_paused', message: 'Search is paused.' })
  answer = () => new Response(body, { status: 409 })
  await expect(search()).rejects.toMatchObject({ code: 'unexpected_reply' })
  expect(onContact.mock.calls).toEqual([[true], [false]])
})

test('pauses on any 503, whoever sent it', async () => {
  const { search, pause } = aClient()
  answer = html(503)
  await expect(search()).rejects.toMatchObject({ status: 503, asksToWait: true })
  expect(pause.isOn()).toBe(true)
})

test('treats a reply that breaks off as no reply', async () => {
  const { search, onContact } = aClient()
  answer = () => new Response(new ReadableStream({ pull: (c) => c.error(new TypeError('network error')) }))
  await expect(search()).rejects.toMatchObject({ status: 0, code: 'no_reply', message: NO_DATA_MESSAGE })
  expect(onContact.mock.calls).toEqual([[false]])
})

test('records nothing about the connection for a cancelled call', async () => {
  const { search, onContact } = aClient()
  const giveUp = new AbortController()
  answer = () => {
    giveUp.abort()
    throw new DOMException('Aborted', 'AbortError')
  }
  await expect(search(giveUp.signal)).rejects.toMatchObject({ code: 'no_reply' })
  expect(onContact).not.toHaveBeenCalled()
})

describe.each([429, 503])('a server that replies %i', (status) => {
  const asked = (headers: Record<string, string> = {}) => {
    const code = status === 429 ? 'rate_limited' : 'maintenance'
    return () => new Response(JSON.stringify({ code, message: 'Wait.' }), { status, headers })
  }

  test('pauses calls for the given time, or until a person asks', async () => {
    const { search, pause, onUnauthenticated, clock } = aClient()
    answer = asked({ 'retry-after': '120' })
    await expect(search()).rejects.toMatchObject({ status })
    const sent = vi.spyOn(globalThis, 'fetch')
    clock.now += 119_000
    await expect(search()).rejects.toMatchObject({ code: 'paused', asksToWait: false })
    expect(sent).not.toHaveBeenCalled()
    clock.now += 2_000
    await expect(search()).rejects.toMatchObject({ status })
    answer = json(200, { data: [], total: 0, page: 1, pageLength: 24 })
    pause.end()
    await expect(search()).resolves.toMatchObject({ total: 0 })
    expect(onUnauthenticated).not.toHaveBeenCalled()
  })

  test('without a time pauses such calls for half a minute', async () => {
    const { search, clock } = aClient()
    answer = asked()
    await expect(search()).rejects.toMatchObject({ status })
    clock.now += 29_000
    await expect(search()).rejects.toMatchObject({ code: 'paused' })
    clock.now += 2_000
    await expect(search()).rejects.toMatchObject({ status })
  })
})

test.each<[string, unknown]>([
  ['a message', { message: 'Route [login] not defined.' }],
  ['a message in a message', { message: { message: 'Route [login] not defined.' } }],
])('%s that says the user is not signed in ends the session, whatever its status', async (_, body) => {
  const { search, onUnauthenticated } = aClient()
  answer = json(500, body)
  await expect(search()).rejects.toMatchObject({ status: 500 })
  expect(onUnauthenticated).toHaveBeenCalledOnce()
})

test('does not send a call that needs a token without one', async () => {
  const { client, signOut, onUnauthenticated } = aClient()
  const sent = vi.spyOn(globalThis, 'fetch')
  signOut()
  await expect(client.call(customers.search, { body: {} })).rejects.toMatchObject({ code: 'signed_out' })
  expect(sent).not.toHaveBeenCalled()
  expect(onUnauthenticated).not.toHaveBeenCalled()
})

test('no bearer goes with sign-in, forgot-password, reset-password, cash registration and the configuration', async () => {
  const without = ALL.filter(({ path }) => WITHOUT_BEARER.includes(path))
  const sent = vi.spyOn(globalThis, 'fetch')
  answer = json(400, { code: 'invalid_request', message: 'Wrong.' })
  for (const endpoint of without)
    await aClient()
      .client.call(endpoint, { body: {} })
      .catch(() => {})
  const tokens = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  expect(tokens).toEqual(without.map(() => null))
  // All others have one (specification, section 6), but for those of visitors' pages and those that the specification does not name.
  const ofVisitors =
    /^(health\/|error-log$|information$|product\/catalogue\/|account-request$|postcode-request$)/
  const others = ALL.filter(({ access, path }) => access === 'anyone' && !ofVisitors.test(path))
  expect(others.map(({ path }) => path).toSorted()).toEqual(without.map(({ path }) => path).toSorted())
})

const WITHOUT_BEARER = [
  'auth/sign-in',
  'auth/forgot-password',
  'auth/reset-password',
  'auth/registration/cash',
  'config',
  // The specification does not name these ways to sign in.
  'auth/passkey-sign-in',
  'auth/passkey-sign-in/options',
  'auth/second-factor-sign-in',
  'auth/second-factor-sign-in/confirm',
  'auth/second-factor-sign-in/secret',
  'auth/sign-in-code/use',
]

test('a public call’s 401 ends no session', async () => {
  const { client, onUnauthenticated } = aClient()
  const sent = vi.spyOn(globalThis, 'fetch')
  answer = json(401, { code: 'wrong_credentials', message: 'Wrong.' })
  const credentials = { body: { email: 'kim@example.com', password: 'secret' } }
  await expect(client.call(auth.signIn, credentials)).rejects.toMatchObject({ code: 'wrong_credentials' })
  await expect(client.call(config.get)).rejects.toMatchObject({ status: 401 })
  await expect(client.call(customers.search, { body: {} })).rejects.toMatchObject({ status: 401 })
  const tokens = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))
  expect(tokens).toEqual([null, null, 'Bearer token'])
  expect(onUnauthenticated).toHaveBeenCalledOnce()
})

test('an answer that this build is too old is told to the prompt for updates', async () => {
  outdated.set(false)
  answer = json(426, { message: 'Update', code: 'build_too_old' })
  const { search, onUnauthenticated } = aClient()
  await expect(search()).rejects.toMatchObject({ status: 426, code: 'build_too_old' })
  expect(outdated.get()).toBe(true)
  expect(onUnauthenticated).not.toHaveBeenCalled()
  outdated.set(false)
})
