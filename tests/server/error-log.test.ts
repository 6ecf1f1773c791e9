import { afterAll, describe, expect, it } from 'vitest'
import { config } from '#contract/config.ts'
import { errorLog, type LoggedFailure } from '#contract/error-log.ts'
import { seqRelayOf } from '#server/features/error-log/seq-relay.ts'
import { ANYONE, aShared, testAccess } from '#tests/support/access.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startLogService } from '#tests/support/log-service.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const service = await startLogService()
afterAll(service.close)
const seq = { seqUrl: service.url, seqApiKey: 'key-1' }
const plain = await startTestApp()
const { database } = plain
const app = await buildTestApp(database, { config: seq })
const call = callerOf(app)

const FAILURE: LoggedFailure = {
  at: '2026-11-20T12:00:00.000Z',
  level: 'Error',
  message: 'x is undefined',
  route: '/orders/create-{id}',
  browser: 'Chrome',
  build: 'b1',
}

testAccess(plain, await aShared(database), { errorLog }, () => ({
  'errorLog.report': { expected: ANYONE, request: { body: { events: [FAILURE] } } },
}))

it('devices learn whether failures are wanted, and never by which key', async () => {
  const { text, body } = await call(config.get)
  expect(body.error_log).toBe(true)
  expect(text).not.toContain('key-1')
  expect((await plain.call(config.get)).body.error_log).toBe(false)
})

it('without a log service nothing is taken and nothing is sent', async () => {
  expect((await plain.call(errorLog.report, { body: { events: [FAILURE] } })).body).toEqual({ accepted: 0 })
})

it('failures reach the log service as one batch with its key, and without secrets', async () => {
  const userId = '0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11'
  const events: LoggedFailure[] = [
    { ...FAILURE, userId, accountType: 'C2', code: 'render', stack: 'at f (/a.js?token=abc:1:2)' },
    {
      ...FAILURE,
      level: 'Warning',
      message: 'ada@example.com: password=hunter2',
      status: 422,
      call: 'GET x',
    },
  ]
  for (const event of events)
    expect((await call(errorLog.report, { body: { events: [event] } })).body).toEqual({ accepted: 1 })
  await eventually(() => expect(service.events()).toHaveLength(2))
  const [batch, ...more] = service.received()
  expect(more).toEqual([])
  expect(batch?.path).toBe('/api/events/raw?clef')
  expect(batch?.headers).toMatchObject({
    'x-seq-apikey': 'key-1',
    'content-type': 'application/vnd.serilog.clef',
  })
  expect(service.events()).toEqual([
    {
      '@t': FAILURE.at,
      '@l': 'Error',
      '@m': 'x is undefined',
      '@x': 'at f (/a.js:1:2)',
      Application: 'Trolly',
      Route: '/orders/create-{id}',
      UserId: userId,
      AccountType: 'C2',
      Browser: 'Chrome',
      Build: 'b1',
      Code: 'render',
    },
    expect.objectContaining({ '@l': 'Warning', '@m': '…@…: password=…', Status: 422, Call: 'GET x' }),
  ])
})

it('a batch of 1 MB is taken, and a larger one is not', async () => {
  const events = Array.from({ length: 60 }, () => ({ ...FAILURE, stack: 'x'.repeat(16_000) }))
  expect((await plain.call(errorLog.report, { body: { events } })).status).toBe(200)
  const more = [...events, ...events]
  expect((await plain.call(errorLog.report, { body: { events: more } })).error.code).toBe('body_too_large')
})

it('a network may send 60 batches a minute', async () => {
  const limited = callerOf(await buildTestApp(database, { config: { rateLimitFactor: 1 } }))
  const report = () => limited(errorLog.report, { body: { events: [FAILURE] } })
  for (let nth = 0; nth < 60; nth += 1) expect((await report()).status).toBe(200)
  expect((await report()).error.code).toBe('rate_limited')
})

describe('a log service that is down', () => {
  const aRelay = (seqUrl: string) => {
    const waits: number[] = []
    const logged: string[] = []
    const log = (line: unknown) => void logged.push(String(line))
    const relay = seqRelayOf({
      config: { seqUrl, seqApiKey: undefined },
      log: { info: log, warn: log } as never,
      wait: async (ms) => void waits.push(ms),
    })
    return { relay, waits, logged }
  }

  it('is tried six times, and warned of once', async () => {
    const { relay, waits, logged } = aRelay('http://127.0.0.1:9')
    relay?.add({})
    await eventually(() => expect(waits).toEqual([2_000, 5_000, 5_000, 5_000, 5_000, 5_000]))
    expect(logged).toEqual([expect.stringMatching(/^The log service takes no failures of devices/)])
  })

  it('gets the batch once it answers again, which the log says', async () => {
    const down = await startLogService()
    down.next(503, 503)
    const { relay, logged } = aRelay(`${down.url}/`)
    relay?.add({ '@m': '1' })
    await eventually(() => expect(logged).toHaveLength(2))
    expect(down.events()).toHaveLength(3)
    expect(down.received()[0]?.headers).not.toHaveProperty('x-seq-apikey')
    await down.close()
  })

  it('loses a batch that it refuses, such as for a wrong key', async () => {
    const strict = await startLogService()
    strict.next(401)
    const { relay, logged } = aRelay(strict.url)
    relay?.add({ '@m': '1' })
    await eventually(() => expect(logged).toHaveLength(1))
    relay?.add({ '@m': '2' })
    await eventually(() => expect(strict.events().map((event) => event['@m'])).toEqual(['1', '2']))
    await strict.close()
  })
})
