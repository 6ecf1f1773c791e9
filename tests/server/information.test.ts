import { expect, it } from 'vitest'
import { information } from '#contract/information.ts'
import { deliveryPostcodes } from '#server/db/schema/customers.ts'
import { ANYONE, aShared, testAccess } from '#tests/support/access.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app
const store = (value: unknown) =>
  database.$client.query(
    `INSERT INTO settings (name, value) VALUES ('company', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(value)],
  )
const read = async () => (await call(information.get)).body

testAccess(app, await aShared(database), { information }, () => ({ 'information.get': { expected: ANYONE } }))

it('has the company’s name and empty texts before anything is set', async () => {
  expect(await read()).toEqual({
    terms: '',
    allergenNotice: '',
    contacts: { company: 'Trolly', phone: '', email: '', openingHours: '', address: [], vatNo: '' },
    recalls: [],
    deliveryAreas: [],
  })
})

it('has the setting’s texts beside what the configuration and the letterhead know', async () => {
  await store({
    general: { company_name: 'Harbour Foods', contact_phone: '01632 960 123' },
    letterhead: { address: '12 Quayside\n\nBristol', vat_no: 'GB 999 9999 73' },
    information: {
      terms: 'Pay within 30 days.',
      allergen_notice: 'Ask us.',
      opening_hours: 'Mon–Fri 6–17',
      recalls: [
        { day: '2026-11-20', product: 'Houmous 1 kg', reason: 'Salmonella', advice: 'Throw it away.' },
        { day: 'soon', product: 'Peas' },
        { reason: 'no product' },
        'text',
      ],
    },
  })
  expect(await read()).toMatchObject({
    terms: 'Pay within 30 days.',
    allergenNotice: 'Ask us.',
    contacts: {
      company: 'Harbour Foods',
      phone: '01632 960 123',
      openingHours: 'Mon–Fri 6–17',
      address: ['12 Quayside', 'Bristol'],
      vatNo: 'GB 999 9999 73',
    },
    recalls: [
      { day: '2026-11-20', product: 'Houmous 1 kg', reason: 'Salmonella', advice: 'Throw it away.' },
      { day: '', product: 'Peas', reason: '', advice: '' },
    ],
  })
})

it('ignores values of other kinds', async () => {
  await store({ information: { terms: 7, recalls: 'none' } })
  expect(await read()).toMatchObject({ terms: '', recalls: [] })
})

it('has the areas where something is delivered, with towns and districts in order', async () => {
  const terms = { cutOffTime: '16:00', deliveryWeekdays: [2] }
  await database.insert(deliveryPostcodes).values([
    { prefix: 'HX10', town: 'Ripponden', ...terms },
    { prefix: 'HX2', town: 'Halifax', ...terms },
    { prefix: 'HX2 6', town: 'Halifax', ...terms },
    { prefix: 'YO', town: 'York', ...terms },
    { prefix: 'LS1', town: 'Leeds', ...terms, served: false },
    { prefix: 'BD1', town: 'Bradford', ...terms, deliveryWeekdays: [] },
  ])
  expect((await read()).deliveryAreas).toEqual([
    { area: 'HX', towns: ['Halifax', 'Ripponden'], districts: ['HX2', 'HX10'] },
    { area: 'YO', towns: ['York'], districts: [] },
  ])
})
