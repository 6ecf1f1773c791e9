import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { type PlaceRequest, postcodes } from '#contract/postcodes.ts'
import { Screen } from '#src/screens/maintenance/postcodes.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PLACE = {
  prefix: 'HG1',
  town: 'Harrogate',
  region: '',
  served: true,
  latitude: '53.99',
  longitude: '-1.54',
  requests: 2,
  waiting: 1,
  latestAt: '2026-11-20T09:00:00.000Z',
}
const aPerson = (parts: Partial<PlaceRequest>): PlaceRequest => ({
  id: uuidv7(),
  postcode: 'HG1 1AB',
  contactName: 'Ada Lees',
  email: 'ada@lees.example.com',
  contactPhone: '',
  createdAt: '2026-11-20T09:00:00.000Z',
  toldAt: null,
  served: true,
  ...parts,
})

const open = async (people: PlaceRequest[]) => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  test.server.on(postcodes.search, () => ({ data: [PLACE], total: 1, page: 1, pageLength: 24 }))
  test.server.on(postcodes.requests, () => ({ data: people }))
  renderOn(test, <Screen />, { path: '/maintenance/postcodes' })
  await userEvent.click(await screen.findByRole('button', { name: 'HG1' }))
  return { server: test.server, sheet: within(await screen.findByRole('dialog', { name: 'HG1, Harrogate' })) }
}

test('those whose postcode is served by now are told, and a failure is said', async () => {
  const { server, sheet } = await open([
    aPerson({}),
    aPerson({ contactName: 'Ken Marsh', served: false }),
    aPerson({ contactName: 'Mina Shah', toldAt: '2026-11-22T09:00:00.000Z' }),
  ])
  let failing = true
  server.on(postcodes.tell, () => {
    if (failing) throw refusal('busy')
    return { told: 1, waiting: 1 }
  })
  expect(await sheet.findByText(/HG1 1AB, asked on .* We deliver there now/)).toBeTruthy()
  expect(sheet.getByText(/Not served$/)).toBeTruthy()
  expect(sheet.getByText(/Told on Sun 22 Nov/)).toBeTruthy()
  const tell = sheet.getByRole('button', { name: 'Tell 1 person that we deliver' })
  await userEvent.click(tell)
  expect(screen.queryByText('1 person has a mail')).toBeNull()
  failing = false
  await userEvent.click(await sheet.findByRole('button', { name: 'Tell 1 person that we deliver' }))
  expect(await screen.findByText('1 person has a mail')).toBeTruthy()
})

test('nobody is told where nobody waits', async () => {
  const { sheet } = await open([])
  expect(await sheet.findByText('Nobody has asked about this place.')).toBeTruthy()
  expect(sheet.queryByRole('button', { name: /^Tell/ })).toBeNull()
})
