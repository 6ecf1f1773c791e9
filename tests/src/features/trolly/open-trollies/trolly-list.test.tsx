import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { OUTBOX_FORMAT } from '#domain/outbox/record.ts'
import { trollyTitle } from '#domain/trollies/words.ts'
import { NewTrolly, StartShopping } from '#src/features/trolly/open-trollies/start-shopping.tsx'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { findChoice, keepChoice, type OrderingFor } from '#src/store/choice.ts'
import { forgetTrolly } from '#src/store/trollies/trollies.ts'
import { findDraftOf } from '#src/sync/trollies/drafts.ts'
import { drawingsIn } from '#tests/support/drawings.ts'
import {
  aCreate,
  aCustomer,
  aHead,
  aProduct,
  aRecord,
  aTestDevice,
  aUser,
  renderOn,
  type TestDevice,
} from '#tests/support/signed-in.tsx'

/** In another year its title includes the year. */
const TUESDAY = trollyTitle({ deliveryDay: '2026-11-24' }, new Date())

const none = ({ server }: TestDevice): void =>
  server.on(trollies.list, () => ({ data: [], total: 0, page: 1, pageLength: 96 }))
const list = (currentId: string | null = null) => <TrollyList customerId="200101" currentId={currentId} />
const row = (title: string) => screen.findByRole('link', { name: title })

const aTrolly = async ({ user: { database } }: TestDevice, id: string, parts = {}): Promise<void> => {
  await database.trollies.put(aHead({ id, ...parts }))
  await database.products.put(aProduct())
  await database.prices.put({ priceListId: 'PUBS', product_no: 'A1', pence: 1_250 })
  await database.lines.put({
    trollyId: id,
    product_no: 'A1',
    quantity: 3,
    version: 1,
    removed: false,
    seenPricePence: 1_250,
    addedAt: '',
  })
}

test('an open trolly shows its day, lines, goods and total, and links to itself', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1', { poNumber: 'PO 7' })
  renderOn(test, list('T1'))
  expect((await row(TUESDAY)).getAttribute('href')).toBe('/orders/create-T1')
  expect(screen.getByText(/^PO 7 · 1 line · changed /)).toBeTruthy()
  expect(screen.getByText('£37.50')).toBeTruthy()
  expect(screen.getByText('Current trolly')).toBeTruthy()
  expect(drawingsIn(screen.getByRole('list'))).toEqual(['drumstick'])
})

test('a trolly without downloaded prices says so instead of showing zero', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1')
  await test.user.database.prices.clear()
  renderOn(test, list())
  expect(await screen.findByText('Price not downloaded')).toBeTruthy()
  expect(screen.queryByText('£0.00')).toBeNull()
})

test('trollies for the same day are distinguished by PO number, contents and time of change', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1', { poNumber: '4711', updatedAt: '2026-03-02T09:12:00.000Z' })
  await aTrolly(test, 'T2', { updatedAt: '2026-03-03T10:30:00.000Z' })
  renderOn(test, list())
  const links = await screen.findAllByRole('link', { name: new RegExp(`^${TUESDAY}, `) })
  const names = links.map((link) => link.getAttribute('aria-label') ?? '')
  expect(names.find((name) => name.includes('PO 4711 · 1 line · changed Mon 2 Mar'))).toMatch(/, 09:12$/)
  expect(names.find((name) => name.includes(', 1 line · changed Tue 3 Mar'))).toMatch(/, 10:30$/)
  expect(screen.getAllByText(aProduct().name)).toHaveLength(2)
  for (const name of names) expect(screen.getByRole('button', { name: `More for ${name}` })).toBeTruthy()
})

test('a user who may only browse cannot delete it', async () => {
  const test = aTestDevice({ user: aUser({ can_place_orders: 0 }) })
  await aTrolly(test, 'T1')
  renderOn(test, list())
  await row(TUESDAY)
  expect(screen.queryByRole('button', { name: /^More for/ })).toBeNull()
})

test('the device’s trollies are shown when they could not be updated, which the list says', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1')
  renderOn(test, list())
  await row(TUESDAY)
  expect(await screen.findByText(/The open trollies could not be updated/)).toBeTruthy()
})

test('an unsent trolly is listed as existing on this device only', async () => {
  const test = aTestDevice()
  none(test)
  await test.user.database.outbox.add(aRecord({ lane: 'trolly:T1', operation: aCreate('T1') }))
  renderOn(test, list())
  await row(TUESDAY)
  expect(screen.getByText('1 on this device')).toBeTruthy()
})

test('a trolly that needs a decision says so', async () => {
  const test = aTestDevice()
  none(test)
  await test.user.database.outbox.add(
    aRecord({
      lane: 'trolly:T1',
      operation: aCreate('T1'),
      state: 'attention',
      refusal: { code: 'may_not_order', message: '', status: 403 },
    }),
  )
  renderOn(test, list())
  expect(await screen.findByText('Action needed')).toBeTruthy()
})

test('work from a newer version does not hide the list', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1')
  await aTrolly(test, 'T2', { deliveryDay: '2026-11-25' })
  await test.user.database.outbox.add(
    aRecord({ lane: 'trolly:T1', operation: { kind: 'gift' } as never, v: OUTBOX_FORMAT + 1 }),
  )
  renderOn(test, list())
  await row(trollyTitle({ deliveryDay: '2026-11-25' }, new Date()))
  await row(TUESDAY)
})

test('an empty list shows the specification’s words once the server has confirmed it', async () => {
  const test = aTestDevice()
  none(test)
  renderOn(test, list())
  expect(await screen.findByText('No Open Trollys found')).toBeTruthy()
})

test('a failed load is not shown as an empty list, and can be retried', async () => {
  const test = aTestDevice()
  renderOn(test, list())
  expect(await screen.findByText(/The open trollies could not be loaded/)).toBeTruthy()
  expect(screen.queryByText('No Open Trollys found')).toBeNull()
  none(test)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No Open Trollys found')).toBeTruthy()
})

const remove = async (): Promise<void> => {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${TUESDAY}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: TUESDAY })).toBeNull())
}
const choosing = ({ user }: TestDevice, trollyId: string | null): Promise<void> =>
  keepChoice(user.database, { customer: aCustomer(), deliveryDay: '2026-11-24', trollyId })

test('a deleted trolly disappears at once, and Undo restores it as the current one', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1')
  await choosing(test, 'T1')
  renderOn(test, list('T1'))
  await remove()
  expect(await findChoice(test.user.database)).toMatchObject({ trollyId: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await row(TUESDAY)
  expect(await test.user.database.outbox.count()).toBe(0)
  await waitFor(async () => expect(await findChoice(test.user.database)).toMatchObject({ trollyId: 'T1' }))
})

test('a late undo says so', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1')
  renderOn(test, list())
  await remove()
  // It has been sent meanwhile.
  await test.user.database.outbox.clear()
  await forgetTrolly(test.user.database, 'T1')
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(/Too late to undo/)).toBeTruthy()
})

const orderingFor = (parts: Partial<OrderingFor> = {}): OrderingFor => ({
  customer: aCustomer(),
  deliveryDay: '2026-11-24',
  trollyId: null,
  trolly: null,
  ...parts,
})

test('a new trolly is a draft on this device for the chosen customer and day, and one is enough', async () => {
  const test = aTestDevice()
  await choosing(test, null)
  renderOn(test, <NewTrolly orderingFor={orderingFor()} />)
  await userEvent.click(screen.getByRole('button', { name: 'New trolly' }))
  await screen.findByText('Trolly Created')
  const draft = await findDraftOf(test.user.database, '200101')
  expect(draft).toMatchObject({ priceListId: 'PUBS', deliveryDay: '2026-11-24', version: 0 })
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/orders/create-${draft?.id}`))
  expect(await findChoice(test.user.database)).toMatchObject({ trollyId: draft?.id })
  await userEvent.click(screen.getByRole('button', { name: 'New trolly' }))
  expect(await test.user.database.trollies.count()).toBe(1)
  expect(await test.user.database.outbox.count()).toBe(0)
})

test('a user who may not order is told why there is no new trolly', async () => {
  const test = aTestDevice({ user: aUser({ can_place_orders: 0 }) })
  renderOn(test, <NewTrolly orderingFor={orderingFor()} />)
  const button = screen.getByRole('button', { name: 'New trolly' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(why?.textContent).toContain('You can browse but not order')
  await userEvent.click(button)
  expect(await test.user.database.outbox.count()).toBe(0)
})

test('shopping continues with an open trolly for the day instead of starting another', async () => {
  const test = aTestDevice()
  await aTrolly(test, 'T1')
  await aTrolly(test, 'T2', { deliveryDay: '2026-11-25' })
  await choosing(test, null)
  renderOn(test, <StartShopping orderingFor={orderingFor()} />)
  const link = await screen.findByRole('link', { name: 'Add products' })
  expect(link.getAttribute('href')).toBe('/orders/create/search-T1')
  await userEvent.click(link)
  await waitFor(async () => expect(await findChoice(test.user.database)).toMatchObject({ trollyId: 'T1' }))
})

test('shopping without a trolly for the day creates one and opens the search', async () => {
  const test = aTestDevice()
  none(test)
  await choosing(test, null)
  renderOn(test, <StartShopping orderingFor={orderingFor()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Start shopping' }))
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toMatch(/^\/orders\/create\/search-[0-9a-f-]{36}$/),
  )
})
