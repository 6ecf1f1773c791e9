import { afterEach, expect, it } from 'vitest'
import { config } from '#contract/config.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp()

const store = (value: unknown) =>
  database.$client.query(
    `INSERT INTO settings (name, value) VALUES ('company', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(value)],
  )

afterEach(() => database.$client.query("DELETE FROM settings WHERE name = 'company'"))

const general = async () => (await call(config.get)).body.general

it('returns a default company and theme before one is set', async () => {
  const { company_name, theme } = await general()
  expect(company_name).toBe('Trolly')
  expect(theme.primary_colour).toBe('#00447e')
})

it('returns the server’s environment', async () => {
  expect((await call(config.get)).body.app_env).toBe('test')
  const live = callerOf(await buildTestApp(database, { config: { env: 'production' } }))
  expect((await live(config.get)).body.app_env).toBe('production')
})

it('returns the stored settings merged with the defaults', async () => {
  const before = await general()
  await store({ general: { company_name: 'Copper & Sons', theme: { app_bar_colour: '#112233' } } })
  expect(await general()).toEqual({
    ...before,
    company_name: 'Copper & Sons',
    theme: { ...before.theme, app_bar_colour: '#112233' },
  })
})

it('returns the announcement, if there is one', async () => {
  const announcement = async () => (await call(config.get)).body.announcement
  expect(await announcement()).toBeNull()
  await store({ announcement: ' Closed on Monday. ' })
  expect(await announcement()).toBe('Closed on Monday.')
  for (const none of ['', '  ', 7, null]) {
    await store({ announcement: none })
    expect(await announcement()).toBeNull()
  }
})

it.each([
  ['nothing', null],
  ['a text', 'blue'],
  ['a list', []],
  ['other kinds of values', { general: { company_name: 7, theme: 'blue', margin_percent: '12' } }],
])('returns the defaults if %s is stored, and nothing outside the contract', async (_, value) => {
  const before = await general()
  await store(value)
  expect(await general()).toEqual(before)
})
