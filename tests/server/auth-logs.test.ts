import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { baskets } from '#contract/baskets.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { aShop, aUser, PASSWORD } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { callerOf } from '#tests/support/server.ts'

const { database } = await testDatabase()

it('logs who called by id and account type, and no address, name, password or token', async () => {
  const lines: string[] = []
  const app = await buildApp({
    config: readConfig({}),
    database,
    log: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  })
  const call = callerOf(app)
  const shop = await aShop(database, call)
  const { email, id, token } = await aUser(database, { username: 'Jo Grocer', accountType: 'C1' })
  const signedIn = await call(auth.signIn, { body: { email, password: PASSWORD } })
  await call(auth.signIn, { body: { email, password: 'wrong horse' } })
  await call(baskets.get, { token, params: shop.params })
  await call(baskets.get, { token: 'x'.repeat(43), params: { id: uuidv7() } })
  await call(auth.signOut, { token: signedIn.body.token })
  await app.close()

  const log = lines.join('')
  expect(log).toContain(`"userId":"${id}","accountType":"C1"`)
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
