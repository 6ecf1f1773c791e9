import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import { orderForDay } from '#src/features/delivery/choose-day.ts'
import { DayPicker } from '#src/features/delivery/day-picker.tsx'
import { DeliveryDay } from '#src/features/delivery/delivery-day.tsx'
import { findChoice, findCurrentTrolly, keepChoice } from '#src/store/choice.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import {
  aCustomer,
  aHead,
  aRecord,
  aTestDevice,
  renderOn,
  type TestDevice,
} from '#tests/support/signed-in.tsx'

const NOW = new Date('2026-11-23T20:48:00Z')
const DAYS = [
  { day: '2026-11-23', cutOffAt: '2026-11-22T22:00:00Z' },
  { day: '2026-11-24', cutOffAt: '2026-11-23T22:00:00Z' },
  { day: '2026-11-25', cutOffAt: '2026-11-24T22:00:00Z' },
]

beforeEach(() => vi.useFakeTimers({ now: NOW, toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const offering = ({ server }: Pick<TestDevice, 'server'>, serverTime = NOW): void =>
  server.on(customers.deliveryDates, () => ({ data: DAYS, serverTime: serverTime.toISOString() }))

const day = async (name: RegExp) =>
  within(await screen.findByRole('group', { name: 'Delivery day' })).findByRole('button', { name })

test('days are written in short English with a cut-off countdown', async () => {
  const test = aTestDevice()
  offering(test)
  renderOn(test, <DayPicker customerId="200101" onChoose={() => {}} />)
  expect((await day(/^Tue 24 Nov/)).textContent).toBe('Tue 24 Novorder by 22:00 tonight · 1 h 12 min left')
  expect((await day(/^Wed 25 Nov/)).textContent).toBe('Wed 25 Novorder by 22:00 tomorrow')
})

test.each([
  ['19:59', null],
  ['20:01', 'soon'],
  ['21:29', 'soon'],
  ['21:31', 'urgent'],
])('at %s the time left until 22:00 looks %s, in the picker and on home alike', async (time, urgency) => {
  vi.setSystemTime(new Date(`2026-11-23T${time}:00Z`))
  const test = aTestDevice()
  offering(test, new Date())
  await choose(test, null)
  renderOn(test, <DayPicker customerId="200101" onChoose={() => {}} />)
  const picker = within(await day(/^Tue 24 Nov/)).getByText(/ left$/)
  expect(picker.getAttribute('data-urgency')).toBe(urgency)
  renderOn(test, <DeliveryDay customerId="200101" deliveryDay="2026-11-24" />)
  const band = within(await screen.findByRole('region', { name: 'Delivery day' }))
  expect((await band.findByText(/ left$/)).getAttribute('data-urgency')).toBe(urgency)
})

test('before a day is chosen home offers the next ones, with the next cut-off', async () => {
  const test = aTestDevice()
  offering(test)
  await choose(test, null)
  renderOn(test, <DeliveryDay customerId="200101" deliveryDay={null} />)
  const band = within(await screen.findByRole('region', { name: 'When would you like delivery?' }))
  expect(await band.findByText('order by 22:00 tonight')).toBeTruthy()
  expect(band.getAllByText(/ left$/)).toHaveLength(1)
  const days = within(band.getByRole('group', { name: 'Delivery day' })).getAllByRole('button')
  expect(days.map(({ textContent }) => textContent)).toEqual(['Tue24 Nov', 'Wed25 Nov'])
  await userEvent.click(days[1] as HTMLElement)
  await waitFor(async () =>
    expect(await findChoice(test.user.database)).toMatchObject({ deliveryDay: '2026-11-25' }),
  )
})

test('home says why there are no days to choose from', async () => {
  const test = aTestDevice()
  renderOn(test, <DeliveryDay customerId="200101" deliveryDay={null} />)
  expect(await screen.findByText(/^The delivery days could not be loaded/)).toBeTruthy()
})

test('a day whose cut-off has passed is shown but cannot be chosen', async () => {
  const test = aTestDevice()
  offering(test)
  const onChoose = vi.fn()
  renderOn(test, <DayPicker customerId="200101" onChoose={onChoose} />)
  const passed = await day(/^Mon 23 Nov/)
  expect(passed.getAttribute('aria-disabled')).toBe('true')
  expect(passed.textContent).toContain('ordering closed at 22:00 yesterday')
  await userEvent.click(passed)
  await userEvent.click(await day(/^Tue 24 Nov/))
  expect(onChoose.mock.calls).toEqual([['2026-11-24']])
})

test('only the next available days are shown until more are requested', async () => {
  const test = aTestDevice()
  offering(test)
  renderOn(test, <DayPicker customerId="200101" onChoose={() => {}} atFirst={1} />)
  await day(/^Tue 24 Nov/)
  expect(screen.queryByText('Mon 23 Nov')).toBeNull()
  expect(screen.queryByText('Wed 25 Nov')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'More days' }))
  expect(screen.getByText('Wed 25 Nov')).toBeTruthy()
})

test('a wrong device clock is reported, and cut-offs use the right time', async () => {
  const test = aTestDevice()
  // The device's clock says 20:48; it is 22:18.
  offering(test, new Date('2026-11-23T22:18:00Z'))
  renderOn(test, <DayPicker customerId="200101" onChoose={() => {}} />)
  expect((await day(/^Tue 24 Nov/)).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/clock is 1 h 30 min behind/)).toBeTruthy()
})

test('offline, a failure message offers to try again', async () => {
  const test = aTestDevice()
  renderOn(test, <DayPicker customerId="200101" onChoose={() => {}} />)
  expect(
    await screen.findByText(
      'The delivery days could not be loaded. We couldn’t reach Trolly. Please check your internet connection.',
    ),
  ).toBeTruthy()
  offering(test)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await day(/^Tue 24 Nov/)).toBeTruthy()
})

test('a route without any days is not an error, and says what to do', async () => {
  const test = aTestDevice()
  test.server.on(customers.deliveryDates, () => ({ data: [], serverTime: NOW.toISOString() }))
  renderOn(test, <DayPicker customerId="200101" onChoose={() => {}} />)
  expect(await screen.findByText(/Ask the office/)).toBeTruthy()
})

const choose = async ({ user }: TestDevice, trollyId: string | null): Promise<void> =>
  keepChoice(user.database, { customer: aCustomer(), deliveryDay: '2026-11-25', trollyId })

test('choosing a day applies to new trollies, without a message', async () => {
  const test = aTestDevice()
  await choose(test, null)
  await orderForDay(test.user, '2026-11-24')
  expect(await findChoice(test.user.database)).toMatchObject({ deliveryDay: '2026-11-24' })
  expect(await test.user.database.outbox.count()).toBe(0)
  expect(notifications.current()).toBeUndefined()
})

test('choosing a day moves the current trolly to it', async () => {
  const test = aTestDevice()
  const { database } = test.user
  await database.trollies.put(aHead({ id: 'T1', deliveryDay: '2026-11-25' }))
  await choose(test, 'T1')
  await orderForDay(test.user, '2026-11-24')
  expect((await database.outbox.toArray()).map(({ lane, operation }) => [lane, operation])).toEqual([
    ['trolly:T1', { kind: 'details', changes: { deliveryDay: '2026-11-24' } }],
  ])
  expect(await findCurrentTrolly(database)).toMatchObject({ deliveryDay: '2026-11-24' })
  await waitFor(() => expect(notifications.current()).toMatchObject({ message: 'Trolly Updated' }))
})

test('choosing the trolly’s own day changes nothing', async () => {
  const test = aTestDevice()
  await test.user.database.trollies.put(aHead({ id: 'T1', deliveryDay: '2026-11-24' }))
  await choose(test, 'T1')
  await orderForDay(test.user, '2026-11-24')
  expect(await test.user.database.outbox.count()).toBe(0)
})

test('a trolly on hold says why its day cannot be changed', async () => {
  const test = aTestDevice()
  const { database } = test.user
  await database.trollies.put(aHead({ id: 'T1', deliveryDay: '2026-11-25' }))
  await database.outbox.add(
    aRecord({
      lane: 'trolly:T1',
      operation: { kind: 'remove', product_no: 'A1' },
      state: 'held',
      refusal: { code: 'epoch_changed', message: '', status: 0 },
    }),
  )
  await choose(test, 'T1')
  await orderForDay(test.user, '2026-11-24')
  await waitFor(() => expect(notifications.current()?.message ?? '').toContain('waiting for your decision'))
})

test('home shows the delivery day with the time left, and changes it', async () => {
  const test = aTestDevice()
  offering(test)
  await choose(test, null)
  renderOn(test, <DeliveryDay customerId="200101" deliveryDay="2026-11-25" />)
  expect(screen.getByText('Wed 25 Nov')).toBeTruthy()
  expect(await screen.findByText('order by 22:00 tomorrow')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Change day' }))
  const tapped = await day(/^Tue 24 Nov/)
  fireEvent.click(tapped)
  // On a slow phone the page behind takes longer than the mark.
  expect(tapped.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () =>
    expect(await findChoice(test.user.database)).toMatchObject({ deliveryDay: '2026-11-24' }),
  )
})

test('an unknown cut-off is shown as unavailable, and loaded when possible', async () => {
  const test = aTestDevice()
  await choose(test, null)
  const unknown = renderOn(test, <DeliveryDay customerId="200101" deliveryDay="2026-11-25" />)
  expect(await screen.findByText('cut-off time not available')).toBeTruthy()
  unknown.unmount()
  offering(test)
  renderOn(test, <DeliveryDay customerId="200101" deliveryDay="2026-11-25" />)
  expect(await screen.findByText('order by 22:00 tomorrow')).toBeTruthy()
})
