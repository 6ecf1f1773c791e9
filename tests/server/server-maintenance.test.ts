import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { ALL } from '#contract/all.ts'
import { config } from '#contract/config.ts'
import { customers } from '#contract/customers.ts'
import { favourites } from '#contract/favourites.ts'
import { productSearch } from '#contract/product-search.ts'
import { serverMaintenance, type WindowFields } from '#contract/server-maintenance.ts'
import { trollyViewers } from '#contract/trolly-viewers.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { tokens } from '#server/db/schema/users.ts'
import { changesData } from '#server/plugins/maintenance.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aShop, aUser } from '#tests/support/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { startTestApp } from '#tests/support/server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'trolly-backups-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
let now = new Date('2026-11-25T09:00:00Z')
const app = await startTestApp({ now: () => now, config: { dataDir } })
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'AD', username: 'Ann Office' })
const shop = await aShop(database, call)
const OPEN: WindowFields = { mode: null, from: null, until: null, message: '' }
const look = async () => (await call(serverMaintenance.look, { token })).body
const companyBody = async () => {
  const { company, seen } = await look()
  return { ...company, seen }
}
const set = (body: Partial<WindowFields>) =>
  call(serverMaintenance.setWindow, { token, body: { ...OPEN, ...body } })

beforeEach(async () => {
  now = new Date('2026-11-25T09:00:00Z')
  await set({})
})

const ADMINISTRATORS = { ...STAFF, ST: 'forbidden' }
const companyNow = await companyBody()

testAccess(app, shared, { serverMaintenance }, () => ({
  'serverMaintenance.look': { expected: ADMINISTRATORS, request: {} },
  'serverMaintenance.setWindow': { expected: ADMINISTRATORS, request: { body: OPEN } },
  'serverMaintenance.setCompany': { expected: ADMINISTRATORS, request: { body: companyNow } },
  'serverMaintenance.retry': { expected: ADMINISTRATORS, request: { params: { queue: 'mail' } } },
  'serverMaintenance.backUp': { expected: ADMINISTRATORS, request: {} },
}))

describe('a maintenance window', () => {
  const reads = () => call(customers.search, { token: shop.token, body: {} })
  const searches = () =>
    call(productSearch.search, { token: shop.token, params: shop.params, body: { queryString: 'tomatoes' } })
  const changes = () =>
    call(favourites.add, {
      token: shop.token,
      params: { id: shop.params.id, productNo: shop.product_no },
    })

  it('is announced before it begins, and refuses nothing until then', async () => {
    await set({ mode: 'closed', from: '2026-11-25T20:00:00.000Z', until: '2026-11-25T21:00:00.000Z' })
    expect((await reads()).status).toBe(200)
    expect((await call(config.get, {})).body.maintenance).toEqual({
      mode: 'closed',
      from: '2026-11-25T20:00:00.000Z',
      until: '2026-11-25T21:00:00.000Z',
      message: '',
    })
  })

  it('that closes refuses every call of a customer, says when to try again, and lets administrators go on', async () => {
    await set({
      mode: 'closed',
      from: '2026-11-25T08:00:00.000Z',
      until: '2026-11-25T09:10:00.000Z',
      message: 'We move house.',
    })
    const refused = await reads()
    expect([refused.status, refused.error.code]).toEqual([503, 'maintenance'])
    expect(refused.error.message).toBe('Closed for maintenance. We move house.')
    expect(refused.headers['retry-after']).toBe('600')
    expect((await changes()).error.code).toBe('maintenance')
    expect((await call(customers.search, { token, body: {} })).status).toBe(200)
    expect((await call(config.get, {})).status).toBe(200)
    now = new Date('2026-11-25T09:10:00Z')
    expect((await reads()).status).toBe(200)
  })

  it('that takes no changes lets people read and search', async () => {
    await set({ mode: 'read_only', from: '2026-11-25T08:00:00.000Z' })
    expect((await reads()).status).toBe(200)
    expect((await searches()).status).toBe(200)
    const refused = await changes()
    expect([refused.status, refused.error.code]).toEqual([503, 'maintenance'])
    expect(refused.headers['retry-after']).toBe('300')
    // A refusal would make the device of an open trolly pause its reads as well.
    const viewing = await call(trollyViewers.note, { token: shop.token, params: { id: uuidv7() }, body: {} })
    expect(viewing.error.code).toBe('trolly_not_found')
    await set({})
    expect((await changes()).status).toBe(200)
  })

  it('cannot end before it begins', async () => {
    const reply = await set({
      mode: 'closed',
      from: '2026-11-25T20:00:00.000Z',
      until: '2026-11-25T19:00:00.000Z',
    })
    expect(reply.error.errors).toMatchObject([{ path: 'body/until' }])
  })
})

it('calls that only read go on while nothing can be changed', () => {
  const posts = ALL.filter(({ method }) => method === 'POST')
  const reads = posts.filter((call) => !changesData(call)).map(({ path }) => path)
  const written = posts.filter(changesData).map(({ path }) => path)
  expect(reads).toEqual(
    expect.arrayContaining([
      'order/transaction/search',
      'statistics/orders-per-day',
      'statistics/customer-activity',
      'paperwork/copy-invoice',
      'favourite/search/',
    ]),
  )
  expect(written.filter((path) => /search|read$|preview/.test(path))).toEqual([
    // A device keeps them until then.
    'statistics/user-product-search/events',
    'search-term/write',
    'search-term',
  ])
})

describe('the company', () => {
  it('has what was saved at once, without a deployment; what is not in the form stays', async () => {
    const before = await companyBody()
    const body = {
      ...before,
      company_name: 'Harbour Foods',
      primary_colour: '#8a1f2b',
      announcement: 'Closed on Monday',
    }
    const saved = (await call(serverMaintenance.setCompany, { token, body })).body
    const { general, announcement } = (await call(config.get, {})).body
    expect(announcement).toBe('Closed on Monday')
    expect(general).toMatchObject({
      company_name: 'Harbour Foods',
      theme: { primary_colour: '#8a1f2b', company_primary_colour: '#8a1f2b' },
    })
    expect(saved.changes[0]).toMatchObject({ by: 'Ann Office', at: '2026-11-25T09:00:00.000Z' })
    expect(saved.changes[0]?.what.split(', ').sort()).toEqual([
      'announcement',
      'company_name',
      'primary_colour',
    ])
  })

  it('that somebody changed meanwhile is not overwritten; the same again is no conflict', async () => {
    const seen = await companyBody()
    const theirs = { ...seen, contact_phone: '01632 960 999' }
    await call(serverMaintenance.setCompany, { token, body: theirs })
    const mine = await call(serverMaintenance.setCompany, { token, body: { ...seen, contact_phone: '1' } })
    expect(mine.error.code).toBe('version_mismatch')
    expect((await call(serverMaintenance.setCompany, { token, body: theirs })).status).toBe(200)
  })

  it.each([
    ['primary_colour', 'blue'],
    ['contact_email', 'nobody'],
    ['company_name', ' '],
  ])('refuses %s: %j', async (name, value) => {
    const body = { ...(await companyBody()), [name]: value }
    const reply = await call(serverMaintenance.setCompany, { token, body })
    expect(reply.error.code).toBe('invalid_request')
  })
})

describe('queues and backups', () => {
  it('mail that failed is tried again, given up or not; what is on its way is left alone', async () => {
    const mail = (parts: Partial<typeof mailQueue.$inferInsert>) => ({
      kind: 'account_open' as const,
      recipient: 'ada@example.com',
      content: null,
      writtenAt: now,
      nextAttemptAt: new Date('2026-11-26T09:00:00Z'),
      ...parts,
    })
    await database.delete(mailQueue)
    await database
      .insert(mailQueue)
      .values([
        mail({ lastError: 'refused', givenUpAt: now, attempts: 9 }),
        mail({ lastError: 'later', attempts: 2 }),
        mail({ lastError: null }),
      ])
    expect((await look()).queues.mail).toMatchObject({ waiting: 1, failing: 2 })
    await call(serverMaintenance.retry, { token, params: { queue: 'mail' } })
    const rows = await database.select().from(mailQueue)
    expect(rows.filter(({ nextAttemptAt }) => nextAttemptAt.getTime() === now.getTime())).toHaveLength(2)
    expect(rows.every(({ givenUpAt }) => givenUpAt === null)).toBe(true)
    await database.delete(mailQueue)
  })

  it('a backup is written beside the data, for its owner alone, and told', async () => {
    expect((await call(serverMaintenance.backUp, { token })).body.backups.runningSince).not.toBeNull()
    const files = await eventually(async () => {
      const { backups } = await look()
      expect(backups.runningSince).toBeNull()
      expect(backups.files.length).toBeGreaterThan(0)
      return backups
    })
    expect(files.lastError).toBe('')
    expect(readdirSync(files.folder)).toEqual([files.files[0]?.name])
    expect(statSync(join(files.folder, files.files[0]?.name ?? '')).mode & 0o077).toBe(0)
  })

  it('a queue that there is none of is 404', async () => {
    const reply = await call(serverMaintenance.retry, { token, params: { queue: 'post' as 'mail' } })
    expect(reply.error.code).toBe('record_not_found')
  })
})

it('counts devices by the build that their last page told, also between the times at which a use is noted', async () => {
  const chefs = await Promise.all([aUser(database), aUser(database), aUser(database)])
  const callAs = (chef: { token: string }, build?: string) =>
    call(customers.search, {
      token: chef.token,
      body: {},
      ...(build !== undefined && { headers: { 'trolly-build': build } }),
    })
  const [old, updated, quiet] = chefs.map((chef) => (build?: string) => callAs(chef, build))
  await old?.('build1')
  await updated?.('build1')
  await updated?.('build2')
  // Its worker does not tell.
  await updated?.()
  await quiet?.('Not <a> build!')
  const { builds = [] } = await look()
  const countsOf = (id: string) =>
    builds.filter((build) => build.id === id).map(({ today, week }) => [today, week])
  expect(countsOf('build1')).toEqual([[1, 1]])
  expect(countsOf('build2')).toEqual([[1, 1]])
  expect(builds.map(({ id }) => id).sort()).toEqual(['', 'build1', 'build2'])

  const since = (days: number, build: string) =>
    database
      .update(tokens)
      .set({ lastUsedAt: new Date(Date.now() - days * 86_400_000) })
      .where(eq(tokens.build, build))
  await since(3, 'build1')
  await since(8, 'build2')
  const later = (await look()).builds ?? []
  expect(later.filter(({ id }) => id !== '')).toMatchObject([{ id: 'build1', today: 0, week: 1 }])
})
