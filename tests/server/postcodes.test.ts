import { eq } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { joining } from '#contract/joining.ts'
import { postcodes } from '#contract/postcodes.ts'
import { deliveryPostcodes as table } from '#server/db/schema/customers.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aUser } from '#tests/support/builders.ts'
import { startPostOffice } from '#tests/support/post-office.ts'
import { startTestApp } from '#tests/support/server.ts'

const postOffice = await startPostOffice()
afterAll(() => postOffice.close())
const app = await startTestApp({
  now: () => new Date('2026-11-25T09:00:00Z'),
  config: {
    smtpUrl: postOffice.url,
    mailFrom: 'Harbour Foods <orders@harbour.example.com>',
    publicUrl: 'https://orders.example.com',
  },
})
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST' })

const TERMS = {
  route: 'YORK',
  deliveryWeekdays: [2, 4],
  cutOffTime: '16:00',
  minimumOrderPence: 2_500,
  deliveryChargePence: 395,
}
await database.insert(table).values([
  { prefix: 'YO', ...TERMS, town: 'York', latitude: '53.9', longitude: '-1.1', served: false },
  { prefix: 'YO1', ...TERMS, town: 'York centre' },
])
let people = 0
const ask = async (postcode: string) => {
  people += 1
  const email = `ada${people}@lees.example.com`
  await call(joining.checkPostcode, { body: { postcode, contact: { contactName: 'Ada Lees', email } } })
  return email
}
const params = (prefix: string) => ({ token, params: { prefix } })
const search = async (body: { show?: 'asked' | 'served' | 'not_served'; queryString?: string } = {}) =>
  (await call(postcodes.search, { token, body: { sort_by: 'waiting_descending', ...body } })).body.data
const mailed = async () =>
  (await database.select().from(mailQueue).where(eq(mailQueue.kind, 'postcode_served'))).map(
    ({ recipient }) => recipient,
  )

testAccess(app, shared, { postcodes }, () => ({
  'postcodes.search': { expected: STAFF, request: { body: {} } },
  'postcodes.requests': { expected: STAFF, request: { params: { prefix: 'ZE1' } } },
  'postcodes.tell': { expected: STAFF, request: { params: { prefix: 'ZE1' } } },
}))

it('places from which people asked stand beside those where we deliver', async () => {
  await ask('YO62 5AB')
  await ask('YO62 7AB')
  await ask('ZE1 0AA')
  const all = await search()
  expect(all.map(({ prefix, waiting, served }) => [prefix, waiting, served])).toEqual([
    ['YO62', 2, false],
    ['ZE1', 1, false],
    ['YO', 0, false],
    ['YO1', 0, true],
  ])
  expect(all[0]).toMatchObject({ town: 'York', latitude: '53.9', requests: 2 })
  expect((await search({ show: 'served' })).map(({ prefix }) => prefix)).toEqual(['YO1'])
  expect((await search({ show: 'asked' })).map(({ prefix }) => prefix)).toEqual(['YO62', 'ZE1'])
  expect((await search({ queryString: 'centre' })).map(({ prefix }) => prefix)).toEqual(['YO1'])
})

it('who asked is told once it is served there, and once', async () => {
  const first = await ask('HG1 1AB')
  const second = await ask('HG1 2CD')
  expect((await call(postcodes.tell, params('HG1'))).body).toEqual({ told: 0, waiting: 2 })
  // One sector of it first.
  const added = { prefix: 'HG1 1', ...TERMS, area: '', town: '', region: '', depot: '', served: true }
  await call(deliveryPostcodes.create, { token, body: { ...added, latitude: null, longitude: null } })
  const { data } = (await call(postcodes.requests, params('HG1'))).body
  expect(data.map(({ postcode, served }) => [postcode, served]).toSorted()).toEqual([
    ['HG1 1AB', true],
    ['HG1 2CD', false],
  ])
  const both = await Promise.all([call(postcodes.tell, params('HG1')), call(postcodes.tell, params('HG1'))])
  expect(both.map(({ body }) => body.told).toSorted()).toEqual([0, 1])
  expect(await mailed()).toEqual([first])
  expect(await mailed()).not.toContain(second)
  const [place] = await search({ queryString: 'HG1' })
  expect(place).toMatchObject({ requests: 2, waiting: 1 })
})
