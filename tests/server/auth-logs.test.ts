import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { trollies } from '#contract/trollies.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { aShop, aUser, cheapPasswords, PASSWORD } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { callerOf } from '#tests/support/server.ts'

const { database } = await testDatabase()

it('logs calls by user id and security events by a hash, and no address, name, password or token', async () => {
  const lines: string[] = []
  const app = await buildApp({
    config: readConfig({}),
    database,
    passwords: cheapPasswords,
    log: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  })
  const call = callerOf(app)
  const shop = await aShop(database, call)
  const { email, id, token } = await aUser(database, { username: 'Jo Grocer', accountType: 'C1' })
  const signedIn = await call(auth.signIn, { body: { email, password: PASSWORD } })
  await call(auth.signIn, { body: { email, password: 'wrong horse' } })
  await call(trollies.get, { token, params: shop.params })
  await call(trollies.get, { token: 'x'.repeat(43), params: { id: uuidv7() } })
  await call(auth.signOut, { token: signedIn.body.token })
  await call(trollies.list, { token: signedIn.body.token })
  for (let n = 0; n < 5; n += 1) await call(auth.signIn, { body: { email, password: 'wrong horse' } })
  await app.close()

  const log = lines.join('')
  expect(log).toContain(`"userId":"${id}","accountType":"C1"`)
  const events = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === 'security event')
  const account = events[0]?.account
  expect(account).toMatch(/^[0-9a-f]{16}$/)
  expect(events.map(({ event, outcome, device, level }) => [event, outcome, device, level])).toEqual([
    ['sign_in', 'succeeded', 'new', 30],
    ['sign_in', 'failed', 'new', 30],
    ['sign_out', 'succeeded', undefined, 30],
    ['token', 'revoked', undefined, 40],
    ...Array(4).fill(['sign_in', 'failed', 'new', 30]),
    ['lock', 'closed', 'new', 40],
    ['sign_in', 'locked', undefined, 40],
  ])
  for (const event of events) expect(event).toMatchObject({ account, network: '127.0.0.1/32' })
  for (const secret of [
    email,
    'Jo Grocer',
    PASSWORD,
    'wrong horse',
    token,
    signedIn.body.token,
    shop.token,
  ]) {
    expect(log).not.toContain(secret)
  }
})
