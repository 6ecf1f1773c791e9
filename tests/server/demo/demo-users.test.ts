import { createServer } from 'node:http'
import { connect } from 'node:net'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { isStaffType } from '#domain/user.ts'
import { settleDemoUsers } from '#server/db/demo/demo-password.ts'
import { fillWithDemoData } from '#server/db/demo/fill.ts'
import { settings } from '#server/db/schema/settings.ts'
import { tokens, users } from '#server/db/schema/users.ts'
import { warningOf, warnOfProxy } from '#server/demo-start.ts'
import { hostOf } from '#server/listen.ts'
import { hashPassword, isPassword } from '#server/passwords.ts'
import { aProduct, aToken, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { dataDirWithDatabase, startServerProcess } from '#tests/support/server-process.ts'

const { database } = await testDatabase()
const { database: own } = await testDatabase()

const passwordOf = async (email: string, password: string): Promise<boolean> => {
  const [user] = await database.select().from(users).where(eq(users.email, email))
  return user !== undefined && (await isPassword(user.passwordHash, password))
}

describe('demo users', () => {
  it('get a random password that stays the same until another is configured', async () => {
    expect(await settleDemoUsers(database)).toBeUndefined()
    await fillWithDemoData(database, { products: 10, historyMonths: 0 })
    const demo = await settleDemoUsers(database)
    const password = demo?.password ?? ''
    expect(password).toMatch(/^([2-9a-z]{4}-){3}[2-9a-z]{4}$/)
    expect(await passwordOf('chef@example.com', password)).toBe(true)
    expect(await passwordOf('admin@example.com', password)).toBe(true)
    expect((await settleDemoUsers(database))?.password).toBe(password)

    await settleDemoUsers(database, 'wanted by DEMO_PASSWORD')
    expect(await passwordOf('admin@example.com', password)).toBe(false)
    expect((await settleDemoUsers(database))?.password).toBe('wanted by DEMO_PASSWORD')
    expect(await passwordOf('admin@example.com', 'wanted by DEMO_PASSWORD')).toBe(true)
  })

  it('lose the password published by earlier builds, and are signed out', async () => {
    await database.delete(settings).where(eq(settings.name, 'demo_password'))
    const other = await aUser(database)
    await database
      .update(users)
      .set({ passwordHash: await hashPassword('trolly-demo') })
      .where(eq(users.email, 'admin@example.com'))
    const [admin] = await database.select().from(users).where(eq(users.email, 'admin@example.com'))
    await aToken(database, admin?.id ?? '')
    const demo = await settleDemoUsers(database)
    expect(await passwordOf('admin@example.com', 'trolly-demo')).toBe(false)
    expect(await passwordOf('admin@example.com', demo?.password ?? '')).toBe(true)
    const revoked = async (userId: string) =>
      (await database.select().from(tokens).where(eq(tokens.userId, userId))).map(
        ({ revokedAt }) => !!revokedAt,
      )
    expect(await revoked(admin?.id ?? '')).toEqual([true])
    expect(await revoked(other.id)).toEqual([false])
  })

  it('are customers only if the demo is added to existing data', async () => {
    await aProduct(own)
    await fillWithDemoData(own, { products: 10, historyMonths: 0, mode: 'add' })
    const added = await own.select().from(users)
    expect(added.map(({ email }) => email)).toContain('chef@example.com')
    expect(added.filter(({ accountType }) => isStaffType(accountType))).toEqual([])
  })
})

it.each<[string | undefined, false | number | string, string]>([
  [undefined, false, 'listens on this machine alone (HOST=:: opens it'],
  ['127.0.0.1', false, 'If a proxy here forwards to it, anyone'],
  ['127.0.0.1', 1, 'takes requests from a proxy: anyone'],
  [undefined, 'loopback', 'takes requests from a proxy: anyone'],
  ['0.0.0.0', false, 'listens on 0.0.0.0: anyone'],
])('with HOST %s and TRUST_PROXY %s the warning says who can reach the server', (host, trustProxy, text) =>
  expect(warningOf({ password: 'x', signIns: [] }, { host, trustProxy })).toContain(text),
)

it('the warning follows the first request that a proxy forwards', () => {
  const server = createServer()
  const said: string[] = []
  warnOfProxy(server, { trustProxy: false }, (line) => said.push(line))
  for (const headers of [{}, { 'x-forwarded-for': '203.0.113.7' }, { via: '1.1 proxy' }])
    server.emit('request', { headers })
  expect(said).toEqual([expect.stringContaining('requests come through a proxy')])
})

describe('the listening address', () => {
  it.each([
    [undefined, true, '127.0.0.1'],
    [undefined, false, '::'],
    ['::', true, '::'],
    ['10.0.0.7', false, '10.0.0.7'],
  ])('with HOST %s and demo users %s is %s', (host, hasDemoUsers, expected) =>
    expect(hostOf({ host }, hasDemoUsers)).toBe(expected),
  )
})

/** On Linux all of 127.0.0.0/8 is this machine, so another of its addresses can stand in for the network. */
const isReached = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.unref()
  })

describe.skipIf(process.platform !== 'linux')('the server', () => {
  it('listens only on the loopback address while there are demo users, prints their password and warns', async () => {
    const DATA_DIR = await dataDirWithDatabase()
    const first = startServerProcess({ DATA_DIR, HOST: '', DEMO_PRODUCTS: '10' })
    const port = Number(new URL(await first.ready()).port)
    expect(await isReached(port, '127.0.0.1')).toBe(true)
    expect(await isReached(port, '127.0.0.2')).toBe(false)
    const [, password] = /password (\S+)\)/.exec(first.output()) ?? []
    expect(password).toMatch(/^[2-9a-z-]{19}$/)
    await expect
      .poll(first.output)
      .toMatch(/Warning: this database has demo users.* 3 of them may see every customer/)
    first.kill('SIGTERM')
    await first.ended()

    const opened = startServerProcess({ DATA_DIR, HOST: '::', DEMO_PRODUCTS: '0' })
    const origin = await opened.ready()
    expect(await isReached(Number(new URL(origin).port), '127.0.0.2')).toBe(true)
    expect(opened.output()).toContain(password)
    await expect.poll(opened.output).toContain('Warning: this database has demo users')
    const signIn = async (text: string) =>
      (
        await fetch(`${origin}/api/auth/sign-in`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'admin@example.com', password: text }),
        })
      ).status
    expect(await signIn('trolly-demo')).toBe(401)
    expect(await signIn(password ?? '')).toBe(200)
  }, 60_000)
})
