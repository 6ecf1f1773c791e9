import { expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { FORCED_SIGN_OUT_DELAY_MS } from '#src/device/device.ts'
import { addWork, aTab, CREDENTIALS, porter, serverReplies } from '#tests/support/browser-tab.ts'
import { eventually } from '#tests/support/eventually.ts'

const replies = serverReplies()

test('a call answered with 401 ends the session after 100 ms and keeps the work', async () => {
  replies['customer/search'] = { status: 401, body: { message: 'No.', code: 'unauthenticated' } }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await addWork(tab)
  await expect(tab.device().api.call(customers.search, { body: {} })).rejects.toMatchObject({ status: 401 })
  expect(tab.session().status).toBe('signed-in')
  expect(tab.timers.map(({ delayMs }) => delayMs)).toEqual([FORCED_SIGN_OUT_DELAY_MS])
  for (const { act } of tab.timers) act()
  expect(tab.session()).toEqual({
    status: 'signed-out',
    forced: { reason: 'unauthenticated', until: null },
  })
  await eventually(async () => expect(await tab.database.unsentWork.count()).toBe(1))
})

test.each([429, 503])('by itself a call answered with %i ends nothing', async (status) => {
  replies['customer/search'] = {
    status,
    body: { message: 'No.', code: status === 429 ? 'rate_limited' : 'maintenance' },
  }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await expect(tab.device().api.call(customers.search, { body: {} })).rejects.toMatchObject({ status })
  expect(tab.timers).toEqual([])
})

test.each([429, 503])('a person’s call answered with %i ends the session after 100 ms', async (status) => {
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  tab.device().session.askedToWait({ status, retryAfterSeconds: 120 })
  expect(tab.timers.map(({ delayMs }) => delayMs)).toEqual([FORCED_SIGN_OUT_DELAY_MS])
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
    await eventually(async () => expect(await tab.database.unsentWork.count()).toBe(1))
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
