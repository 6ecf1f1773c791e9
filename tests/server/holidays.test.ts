import { expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { holidays } from '#contract/holidays.ts'
import { aShared, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const now = () => new Date('2026-11-25T09:00:00Z')
const app = await startTestApp({ now })
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST' })

const add = async (day: string) =>
  (await call(holidays.create, { token, body: { day, name: 'Stocktaking' } })).body

let days = 0
const fields = () => {
  days += 1
  const day = new Date(Date.UTC(2031, 0, days)).toISOString().slice(0, 10)
  return { day, name: 'Closed' }
}
const { id } = await add('2030-06-03')
const { id: other } = await add('2030-06-04')
const history = (await call(holidays.changes, { token, body: { record_id: other } })).body.data
const changeId = history[0]?.id ?? ''

testAccess(app, shared, { holidays }, () =>
  maintainedAccess('holidays', { id, changeId, fields, change: { name: 'Annual stocktaking' } }),
)

it('a holiday takes its day from the days of delivery, until it is deleted', async () => {
  const customer = await aCustomer(database, { deliveryWeekdays: [1, 2, 3, 4, 5] })
  const { token: theirs } = await aUser(database, { customerIds: [customer.id] })
  const isOffered = async (day: string) => {
    const reply = await call(customers.deliveryDates, { token: theirs, params: { id: customer.id } })
    return JSON.stringify(reply.body).includes(day)
  }
  expect(await isOffered('2026-12-01')).toBe(true)
  const added = await add('2026-12-01')
  expect(await isOffered('2026-12-01')).toBe(false)
  await call(holidays.remove, { token, params: { id: added.id } })
  expect(await isOffered('2026-12-01')).toBe(true)
})

it('two of one day are refused', async () => {
  await add('2026-12-02')
  const reply = await call(holidays.create, { token, body: { day: '2026-12-02', name: 'Again' } })
  expect(reply.error).toMatchObject({ code: 'already_exists', errors: [{ path: 'body/day' }] })
})

it('changes that were made at one moment are told in their order', async () => {
  const params = { id: (await add('2026-12-03')).id }
  for (const name of ['First', 'Second', 'Third', 'Fourth'])
    await call(holidays.update, { token, params, body: { name } })
  const { data } = (await call(holidays.changes, { token, body: { record_id: params.id } })).body
  expect(data.map(({ fields: [changed] }) => changed?.after)).toEqual([
    'Fourth',
    'Third',
    'Second',
    'First',
    '2026-12-03',
  ])
})
