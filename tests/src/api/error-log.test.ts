import { afterEach, expect, it, vi } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createErrorLog } from '#src/api/error-log.ts'
import { noteError, noteFailedCall, reportFailuresTo } from '#src/api/failures.ts'
import { eventually } from '#tests/support/eventually.ts'

const ABOUT = {
  route: '/orders/create-{id}',
  browser: 'Chrome',
  build: 'b1',
  userId: '0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11',
  accountType: 'C2',
} as const

type Answers = { isOn?: (boolean | undefined)[]; statuses?: number[] }

const aLog = ({ isOn = [], statuses = [] }: Answers = {}) => {
  const bodies: string[] = []
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') }
  let last: boolean | undefined = true
  const report = createErrorLog({
    isOn: () => {
      if (isOn.length > 0) last = isOn.shift()
      return last
    },
    now: () => clock.now,
    post: async (body) => {
      bodies.push(body)
      return statuses.shift() ?? 200
    },
    wait: async () => {},
  })
  const secrets = ['token-1', 'ada@example.com', 'Ada Lees']
  reportFailuresTo((failure) => report(failure, { about: ABOUT, secrets }))
  return { bodies, clock, events: () => bodies.flatMap((body) => JSON.parse(body).events) }
}

afterEach(() => reportFailuresTo(() => {}))

it('sends what failed with its page, user, account type, browser and build', async () => {
  const { events } = aLog()
  noteError(Object.assign(new TypeError('x is undefined'), { stack: 'at f (a.js:1:2)' }), 'render')
  await eventually(() =>
    expect(events()).toEqual([
      {
        at: '2026-11-20T12:00:00.000Z',
        ...ABOUT,
        level: 'Error',
        message: 'TypeError: x is undefined',
        code: 'render',
        stack: 'at f (a.js:1:2)',
      },
    ]),
  )
})

it('sends neither token nor name nor e-mail address nor half a character', async () => {
  const { events } = aLog()
  const cut = `${'x'.repeat(1_983)}😀`
  noteError(Object.assign(new Error(`Ada Lees of ada@example.com`), { stack: 'Bearer token-1\n at f' }))
  noteError(new Error(cut))
  await eventually(() => expect(events()).toHaveLength(2))
  expect(events()[0]).toMatchObject({ message: 'Error: … of …', stack: 'Bearer …\n at f' })
  expect(events()[1].message.isWellFormed()).toBe(true)
})

it('a failed call is an event once, by its status and code and not by its reply’s text', async () => {
  const { events } = aLog()
  const failed = new ApiError({ status: 422, code: 'too_many_lines', message: 'Ada’s trolly is full' })
  noteFailedCall(trollies.addItem, failed)
  // Whoever waited for it rejects too.
  noteError(failed)
  noteFailedCall(trollies.addItem, new ApiError({ status: 0, code: 'no_reply', message: '' }))
  await eventually(() => expect(events()).toHaveLength(1))
  expect(events()).toMatchObject([
    {
      level: 'Warning',
      message: 'POST basket/new/{id}/item answered 422 too_many_lines',
      call: 'POST basket/new/{id}/item',
      status: 422,
      code: 'too_many_lines',
    },
  ])
})

it('the same failure again within a minute is one event', async () => {
  const { clock, events } = aLog()
  const failed = { status: 503, code: 'busy' }
  for (let nth = 0; nth < 3; nth += 1) noteFailedCall(trollies.list, failed)
  clock.now += 60_000
  noteFailedCall(trollies.list, failed)
  await eventually(() => expect(events()).toHaveLength(2))
})

it('a server without a log service gets nothing', async () => {
  const { bodies } = aLog({ isOn: [false] })
  noteError(new Error('1'))
  await Promise.resolve()
  expect(bodies).toEqual([])
})

it('a failure before the configuration is known waits for it', async () => {
  const { bodies } = aLog({ isOn: [undefined, undefined, true] })
  noteError(new Error('1'))
  await eventually(() => expect(bodies).toHaveLength(1))
})

it('a server that is down, closed or asks to wait changes nothing else', async () => {
  const uncaught = vi.fn()
  process.on('unhandledRejection', uncaught)
  const { bodies } = aLog({ statuses: [503, 500, 502, 503, 504, 500, 429] })
  noteError(new Error('1'))
  await eventually(() => expect(bodies).toHaveLength(6))
  noteError(new Error('2'))
  await eventually(() => expect(bodies).toHaveLength(7))
  noteError(new Error('3'))
  await eventually(() => expect(bodies).toHaveLength(8))
  process.off('unhandledRejection', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})
