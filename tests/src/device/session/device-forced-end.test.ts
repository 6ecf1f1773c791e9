import { expect, test, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import { FORCED_SIGN_OUT_DELAY_MS } from '#src/device/session/device.ts'
import { addWork, aTab, CREDENTIALS, porter, serverReplies } from '#tests/support/browser-tab.ts'

const replies = serverReplies()

test.each([
  ['a call of the person', { startedBy: 'person' as const }, 401, 'unauthenticated'],
  ['a call of the app', { startedBy: 'app' as const }, 401, 'unauthenticated'],
  ['a call of the person', { startedBy: 'person' as const }, 429, 'rateLimited'],
  ['a call of the person', { startedBy: 'person' as const }, 503, 'maintenance'],
])(
  '%s (%j) answered with %i ends the session after 100 ms and keeps the work',
  async (_, by, status, reason) => {
    const CODES: Record<number, string> = { 401: 'unauthenticated', 429: 'rate_limited', 503: 'maintenance' }
    replies['customer/search'] = {
      status,
      body: { message: 'No.', code: CODES[status] },
      headers: { 'retry-after': '120' },
    }
    const tab = await aTab()
    await tab.signIn(CREDENTIALS)
    await addWork(tab)
    await expect(tab.device().api.call(customers.search, { body: {}, ...by })).rejects.toMatchObject({
      status,
    })
    expect(tab.session().status).toBe('signed-in')
    expect(tab.timers.map(({ delayMs }) => delayMs)).toEqual([FORCED_SIGN_OUT_DELAY_MS])
    for (const { act } of tab.timers) act()
    expect(tab.session()).toEqual({
      status: 'signed-out',
      forced: { reason, until: Date.parse('2026-11-20T12:02:00Z') },
    })
    await vi.waitFor(async () => expect(await tab.database.unsentWork.count()).toBe(1))
  },
)

test.each([429, 503])('an app call answered with %i ends nothing', async (status) => {
  replies['customer/search'] = {
    status,
    body: { message: 'No.', code: status === 429 ? 'rate_limited' : 'maintenance' },
  }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await expect(tab.device().api.call(customers.search, { body: {}, startedBy: 'app' })).rejects.toMatchObject(
    {
      status,
    },
  )
  expect(tab.timers).toEqual([])
})

test.each([
  [429, 'rateLimited'],
  [503, 'maintenance'],
])(
  'an order that its person waits for, answered with %i, ends the session and is kept',
  async (status, reason) => {
    const tab = await aTab()
    await tab.signIn(CREDENTIALS)
    await addWork(tab)
    tab.opened[0]?.askedToWait({ status, retryAfterSeconds: 120 })
    for (const { act } of tab.timers) act()
    expect(tab.session()).toEqual({
      status: 'signed-out',
      forced: { reason, until: Date.parse('2026-11-20T12:02:00Z') },
    })
    await vi.waitFor(async () => expect(await tab.database.unsentWork.count()).toBe(1))
    await tab.signIn(CREDENTIALS)
    expect(await tab.opened.at(-1)?.database.outbox.count()).toBe(1)
  },
)

test('a late forced end does not affect a newer session', async () => {
  replies['auth/sign-out'] = { status: 200, body: { message: '' } }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  tab.opened[0]?.unauthenticated()
  await tab.device().session.signOut('keep')
  replies['auth/sign-in'] = { status: 200, body: { user: porter, token: 'token-2' } }
  await tab.signIn(CREDENTIALS)
  for (const { act } of tab.timers) act()
  expect(tab.session()).toMatchObject({ status: 'signed-in', user: porter })
})
