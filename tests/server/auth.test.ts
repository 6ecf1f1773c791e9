import { hash, verify } from '@node-rs/argon2'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { trollies } from '#contract/trollies.ts'
import { DEFAULT_ROUTES } from '#domain/routes.ts'
import { ACCOUNT_TYPES, SIGN_IN_FAILURES_MAX, SIGN_IN_LOCK_MS } from '#domain/user.ts'
import { argon2id } from '#server/passwords.ts'
import { aToken, aUser, PASSWORD } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'
import { noteStatements } from '#tests/support/statements.ts'

const argon2 = { verified: 0, costs: [] as string[] }
/** Of the server's own cost. */
const passwords = argon2id(undefined, (...args: Parameters<typeof verify>) => {
  argon2.verified += 1
  argon2.costs.push(/m=\d+,t=\d+,p=\d+/.exec(String(args[0]))?.[0] ?? '')
  return verify(...args)
})
const { database, call, app } = await startTestApp({ passwords })

const signIn = (email: string, password = PASSWORD) => call(auth.signIn, { body: { email, password } })
const OURS = 'm=19456,t=2,p=1'
const list = (token: string) => call(trollies.list, { token })
const unknownAddress = () => `${uuidv7()}@nowhere.example.com`

const failTimes = async (times: number, email: string) => {
  const replies = []
  for (let n = 0; n < times; n += 1) replies.push(await signIn(email, 'wrong'))
  return replies
}

describe('signing in', () => {
  it('returns the user and a token that authorises calls', async () => {
    const { email, id } = await aUser(database, { username: 'Sam Baker', canPlaceOrders: false })
    const { body } = await signIn(email)
    expect(body.user).toMatchObject({
      id,
      email,
      username: 'Sam Baker',
      account_type: 'C2',
      can_place_orders: 0,
      privacy_settings: { cookies_accept: '0' },
    })
    expect((await list(body.token)).status).toBe(200)
  })

  it('accepts the address in any case and with surrounding blanks', async () => {
    const { email } = await aUser(database)
    expect((await signIn(`  ${email.toUpperCase()} `)).status).toBe(200)
  })

  it.each(ACCOUNT_TYPES)('gives %s the routes of the account type', async (accountType) => {
    const { email } = await aUser(database, { accountType })
    const { body } = await signIn(email)
    expect(body.user.acl_routes_available).toEqual(DEFAULT_ROUTES[accountType])
  })

  it('gives a user with their own route list that list, even if empty', async () => {
    const own = await aUser(database, { aclRoutes: ['/home'] })
    expect((await signIn(own.email)).body.user.acl_routes_available).toEqual(['/home'])
    // Never the reports that C1 is denied.
    const aclRoutes = ['/home', '/reports/product-search-analysis', '/reports/stock-alerts']
    const basic = await aUser(database, { accountType: 'C1', aclRoutes })
    expect((await signIn(basic.email)).body.user.acl_routes_available).toEqual(['/home'])
    const none = await aUser(database, { aclRoutes: [] })
    expect((await signIn(none.email)).body.user.acl_routes_available).toEqual([])
  })

  it('gives each device its own token, stored only as a hash', async () => {
    const { email, id } = await aUser(database)
    const [one, two] = [(await signIn(email)).body.token, (await signIn(email)).body.token]
    expect(one).not.toBe(two)
    const { rows } = await database.$client.query('SELECT * FROM tokens WHERE user_id = $1', [id])
    expect(rows).toHaveLength(3)
    const kept = JSON.stringify(rows.map((row) => ({ ...row, hash: row.hash.toString('latin1') })))
    expect(kept).not.toContain(one)
    expect(kept).not.toContain(two)
  })

  it('replaces a hash whose cost differs from ours, and no other', async () => {
    const hashOf = async (id: string) =>
      (
        await database.$client.query<{ hash: string }>(
          'SELECT password_hash AS hash FROM users WHERE id = $1',
          [id],
        )
      ).rows[0]?.hash ?? ''
    const { email, id } = await aUser(database)
    await signIn(email)
    const ours = await hashOf(id)
    expect(ours).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await signIn(email)
    expect(await hashOf(id)).toBe(ours)
    const weaker = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1, outputLen: 32 })
    await database.$client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, weaker])
    expect((await signIn(email, 'wrong')).status).toBe(401)
    expect(await hashOf(id)).toBe(weaker)
    expect((await signIn(email)).status).toBe(200)
    expect(await hashOf(id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect((await signIn(email)).status).toBe(200)
  })

  it('rejects a hash that is too costly, and verifies one of ours instead', async () => {
    const { email, id } = await aUser(database)
    const costly = await hash(PASSWORD, { memoryCost: 65_536, timeCost: 5, parallelism: 1 })
    await database.$client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, costly])
    argon2.costs = []
    expect((await signIn(email)).status).toBe(401)
    expect(argon2.costs).toEqual([OURS])
  })

  it('needs no token, and ignores one', async () => {
    const { email } = await aUser(database)
    const { status } = await call(auth.signIn, { token: 'stale', body: { email, password: PASSWORD } })
    expect(status).toBe(200)
  })
})

describe('a failed sign-in', () => {
  it('gives the same reply for a wrong password, an unknown address and a deactivated user', async () => {
    const { email } = await aUser(database)
    const deactivated = await aUser(database, { deactivated: true })
    const replies = [
      await signIn(email, 'wrong'),
      await signIn(unknownAddress()),
      await signIn(deactivated.email),
    ]
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0]?.error).toMatchObject({ code: 'wrong_credentials' })
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401])
  })

  it('costs the same for an unknown address: the same statements and one hash', async () => {
    const { email } = await aUser(database)
    // Reads what users' hashes cost, which is kept for a while.
    await signIn(unknownAddress())
    const costOf = async (address: string) => {
      const stop = noteStatements(database)
      const before = argon2.verified
      await signIn(address, 'wrong')
      const statements = stop()
      return { statements, hashes: argon2.verified - before }
    }
    const known = await costOf(email)
    expect(known.hashes).toBe(1)
    expect(known.statements.map((text) => /(?:from|into) "(\w+)"/.exec(text)?.[1])).toEqual([
      'sign_in_devices',
      'sign_in_failures',
      'users',
      'sign_in_failures',
      'sign_in_failures',
    ])
    expect(await costOf(unknownAddress())).toEqual(known)
    await failTimes(SIGN_IN_FAILURES_MAX, email)
    const locked = await costOf(email)
    expect(locked).toEqual({ statements: known.statements.slice(0, 2), hashes: 0 })
  })

  it('costs an unknown address a hash of a user’s cost, each its own, in proportion to the users', async () => {
    const { database: own } = await testDatabase()
    const app = await buildTestApp(own, { passwords })
    // It draws.
    await own.$client.query(`UPDATE settings SET value = '"always the same"' WHERE name = 'secret'`)
    const { id } = await aUser(own)
    const imported = 'm=32768,t=3,p=1'
    const hashOf = (cost: string) => `$argon2id$v=19$${cost}$${'c2FsdHNhbHRzYWx0c2E'}$${'A'.repeat(43)}`
    const costsOf = async (addresses: string[]) => {
      argon2.costs = []
      for (const email of addresses) await callerOf(app)(auth.signIn, { body: { email, password: 'wrong' } })
      return argon2.costs
    }
    const addresses = Array.from({ length: 24 }, (_, n) => `guess-${n}@nowhere.example.com`)
    await own.$client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [id, hashOf(imported)])
    for (let n = 0; n < 2; n += 1) {
      const other = await aUser(own)
      await own.$client.query('UPDATE users SET password_hash = $2 WHERE id = $1', [other.id, hashOf(OURS)])
    }
    const first = await costsOf(addresses)
    // A third of the users.
    expect(first.filter((cost) => cost === imported)).toHaveLength(9)
    expect(first.filter((cost) => cost === OURS)).toHaveLength(15)
    expect(await costsOf(addresses)).toEqual(first)
  })

  it.each([
    ['a known address', async () => (await aUser(database)).email],
    ['an unknown address', async () => unknownAddress()],
  ])(
    'locks %s after too many in a row, with the same message, for a quarter of an hour',
    async (_, address) => {
      const email = await address()
      const replies = await failTimes(SIGN_IN_FAILURES_MAX + 2, email)
      expect(replies.map(({ status }) => status)).toEqual([
        ...Array.from({ length: SIGN_IN_FAILURES_MAX }, () => 401),
        423,
        423,
      ])
      const locked = await signIn(email)
      expect(locked.text).toBe(
        '{"message":"Too many wrong passwords. Please wait before you try again.","code":"locked"}',
      )
      const wait = Number(locked.headers['retry-after'])
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(SIGN_IN_LOCK_MS / 1000)
    },
  )

  it('locks only that address, in any spelling of its case', async () => {
    const [one, other] = [await aUser(database), await aUser(database)]
    await failTimes(SIGN_IN_FAILURES_MAX, one.email)
    expect((await signIn(one.email.toUpperCase())).status).toBe(423)
    expect((await signIn(other.email)).status).toBe(200)
  })

  it('does not affect existing sessions', async () => {
    const { email, token } = await aUser(database)
    await failTimes(SIGN_IN_FAILURES_MAX + 1, email)
    expect((await list(token)).status).toBe(200)
  })

  it('is no longer counted after a correct password', async () => {
    const { email } = await aUser(database)
    await failTimes(SIGN_IN_FAILURES_MAX - 1, email)
    expect((await signIn(email)).status).toBe(200)
    await failTimes(SIGN_IN_FAILURES_MAX - 1, email)
    expect((await signIn(email)).status).toBe(200)
  })

  it('can be retried in full once the lock expires, which further attempts do not prolong', async () => {
    const { email } = await aUser(database)
    await failTimes(SIGN_IN_FAILURES_MAX, email)
    await failTimes(2, email)
    await letTimePass(SIGN_IN_LOCK_MS)
    const replies = await failTimes(SIGN_IN_FAILURES_MAX - 1, email)
    expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect((await signIn(email)).status).toBe(200)
  })

  it('does not pass the limit when many arrive at once', async () => {
    const { email } = await aUser(database)
    await failTimes(1, email)
    const before = argon2.verified
    const replies = await Promise.all(Array.from({ length: 20 }, () => signIn(email, 'wrong')))
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(SIGN_IN_FAILURES_MAX - 1)
    expect(argon2.verified - before).toBe(SIGN_IN_FAILURES_MAX - 1)
  })

  it('is never counted for a correct password, however many arrive at once', async () => {
    const { email } = await aUser(database)
    const nine = () => Promise.all(Array.from({ length: 9 }, () => signIn(email)))
    expect((await nine()).map(({ status }) => status)).toEqual(Array(9).fill(200))
    await failTimes(SIGN_IN_FAILURES_MAX - 1, email)
    expect((await nine()).map(({ status }) => status)).toEqual(Array(9).fill(200))
  })

  it('is stored without the address, and deleted with the lock', async () => {
    const email = unknownAddress()
    await failTimes(1, email)
    const { rows } = await database.$client.query<{ row: string }>(
      "SELECT encode(account_hash, 'escape') || encode(source, 'escape') || f::text AS row FROM sign_in_failures f",
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain('nowhere')
    await letTimePass(24 * 3_600_000)
    await app.cleanUp()
    const left = await database.$client.query('SELECT FROM sign_in_failures')
    expect(left.rowCount).toBe(0)
  })

  it('is a 400 if a field is missing or out of bounds', async () => {
    const bad = [
      { email: 'a@b.example.com' },
      { email: '', password: 'x' },
      { email: 'a@b.example.com', password: 'x'.repeat(201) },
      { email: 'a@b.example.com', password: 'x', remember: true },
    ]
    for (const body of bad) {
      const { status } = await call(auth.signIn, { body: body as { email: string; password: string } })
      expect(status).toBe(400)
    }
  })
})

describe('a token', () => {
  it('is revoked by signing out, without affecting the user’s other tokens', async () => {
    const { id, token } = await aUser(database)
    const other = await aToken(database, id)
    expect((await call(auth.signOut, { token })).body).toEqual({ message: 'Signed Out Successfully' })
    expect((await list(token)).error.code).toBe('unauthenticated')
    expect((await call(auth.signOut, { token })).status).toBe(401)
    expect((await list(other)).status).toBe(200)
  })

  it('stops working when it expires or its user is deactivated or deleted', async () => {
    const expired = await aUser(database, { expiresAt: new Date(Date.now() - 1_000) })
    const deactivated = await aUser(database, { deactivated: true })
    const gone = await aUser(database)
    await database.$client.query('DELETE FROM users WHERE id = $1', [gone.id])
    const replies = await Promise.all([expired, deactivated, gone].map(({ token }) => list(token)))
    expect(new Set(replies.map(({ text }) => text))).toEqual(
      new Set(['{"message":"Please sign in.","code":"unauthenticated"}']),
    )
  })

  it('records its last use, but not on every call', async () => {
    const { id, token } = await aUser(database)
    const lastUsed = async () =>
      (
        await database.$client.query<{ age: number }>(
          'SELECT extract(epoch FROM now() - last_used_at)::float AS age FROM tokens WHERE user_id = $1',
          [id],
        )
      ).rows[0]?.age ?? 0
    const age = (seconds: number) =>
      database.$client.query(
        'UPDATE tokens SET last_used_at = now() - make_interval(secs => $2) WHERE user_id = $1',
        [id, seconds],
      )
    await age(200)
    await list(token)
    expect(await lastUsed()).toBeGreaterThan(199)
    await age(400)
    await list(token)
    expect(await lastUsed()).toBeLessThan(399)
  })
})

it('is deleted a month after it ended', async () => {
  const { id, token } = await aUser(database)
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await aToken(database, id, daysAgo(31))
  await aToken(database, id, daysAgo(29))
  await aToken(database, id)
  await database.$client.query(
    `UPDATE tokens SET revoked_at = $2 WHERE id = (SELECT max(id::text)::uuid FROM tokens WHERE user_id = $1)`,
    [id, daysAgo(31)],
  )
  await app.cleanUp()
  const { rowCount } = await database.$client.query('SELECT FROM tokens WHERE user_id = $1', [id])
  expect(rowCount).toBe(2)
  expect((await list(token)).status).toBe(200)
})

/** Moves everything into the past by that much. */
async function letTimePass(ms: number): Promise<void> {
  await database.$client.query(
    `UPDATE sign_in_failures SET forget_at = forget_at - make_interval(secs => $1),
       locked_until = locked_until - make_interval(secs => $1)`,
    [ms / 1000],
  )
}
