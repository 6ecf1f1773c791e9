import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Order, trollies } from '#contract/trollies.ts'
import { dayText } from '#domain/london-time.ts'
import { OUTBOX_FORMAT } from '#domain/outbox/record.ts'
import { trollyTitle } from '#domain/trollies/words.ts'
import { LaneQuestions } from '#src/app/member/lane-questions.tsx'
import { DecisionCard } from '#src/features/decisions/decision-card.tsx'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import { StorageBanner } from '#src/features/status/storage-banner.tsx'
import { WorkLine } from '#src/features/status/work-line.tsx'
import { TrollyList } from '#src/features/trolly/open-trollies/trolly-list.tsx'
import { keepChoice } from '#src/store/choice.ts'
import type { StorageState } from '#src/store/storage-health.ts'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { refusal } from '#tests/support/fake-api.ts'
import {
  aCreate,
  aCustomer,
  aHead,
  aProduct,
  aRecord,
  aTestDevice,
  renderOn,
  type TestDevice,
} from '#tests/support/signed-in.tsx'

const add = (quantity: number, product_no = 'A1') => ({
  kind: 'add' as const,
  product_no,
  quantity,
  seenPricePence: 900,
  toPresent: false,
  addedAt: '2026-11-20T09:00:00.000Z',
})

const showing = (test: TestDevice) =>
  renderOn(test, <WorkLine Decision={DecisionCard} Held={HeldCard} Questions={LaneQuestions} />)
const line = (words: string) => screen.findByRole('button', { name: new RegExp(words) })
const openSheet = async (words: string) => {
  await userEvent.click(await line(words))
  return within(await screen.findByRole('dialog', { name: 'Your changes' }))
}

test('follows what happens on the device', async () => {
  const test = aTestDevice()
  const { database } = test.user
  showing(test)
  await line('All sent')
  await database.outbox.add(aRecord({ lane: 'trolly:T1', operation: aCreate('T1') }))
  await line('1 saved on this device')
  await writeSync(database, 'lastContact', { reached: true, at: Date.now() })
  await line('Sending 1')
  await database.outbox.clear()
  await line('All sent')
})

test('the app’s icon has the count of what is not sent or asks, and none once the session has ended', async () => {
  const badges: number[] = []
  Object.assign(navigator, { setAppBadge: async (count: number) => void badges.push(count) })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'setAppBadge'))
  const test = aTestDevice()
  const { database } = test.user
  const { unmount } = showing(test)
  await line('All sent')
  expect(badges).toEqual([0])
  await database.outbox.bulkAdd([
    aRecord({ lane: 'trolly:T1', operation: aCreate('T1') }),
    aRecord({ lane: 'trolly:T1', operation: add(2) }),
  ])
  await line('2 saved on this device')
  unmount()
  expect(badges).toEqual([0, 2, 0])
})

test('never says that all is sent beside a list that failed to load', async () => {
  const test = aTestDevice()
  test.server.on(trollies.list, () => {
    throw refusal('internal')
  })
  const { unmount } = renderOn(
    test,
    <>
      <WorkLine Decision={DecisionCard} Held={HeldCard} Questions={LaneQuestions} />
      <TrollyList customerId="200101" currentId={null} />
    </>,
  )
  expect(await screen.findByText(/The open trollies could not be loaded/)).toBeTruthy()
  await line('Not up to date')
  expect(screen.queryByRole('button', { name: 'All sent' })).toBeNull()
  test.server.on(trollies.list, () => ({ data: [], total: 0, page: 1, pageLength: 96 }))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await line('All sent')
  unmount()
})

/** In another year its title includes the year. */
const TUESDAY = trollyTitle({ deliveryDay: '2026-11-24' }, new Date())

test('describes each waiting change, with its trolly and its last attempt', async () => {
  const test = aTestDevice()
  const { database } = test.user
  await database.products.put(aProduct())
  await database.trollies.put(aHead({ id: 'T1' }))
  await database.outbox.bulkAdd([
    aRecord({ lane: 'trolly:T1', operation: add(2), attempts: 3, nextAttemptAt: Date.now() + 8_500 }),
    aRecord({ lane: 'trolly:T1', operation: { kind: 'remove', product_no: 'B2' } }),
    aRecord({ lane: 'trolly:T2', operation: aCreate('T2') }),
  ])
  await writeSync(database, 'lastContact', { reached: false, at: Date.now() })
  showing(test)
  const sheet = await openSheet('3 saved on this device')
  await sheet.findAllByRole('listitem')
  expect(sheet.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Your changes',
    `${TUESDAY}, Chicken Thighs`,
    `${TUESDAY}, empty`,
  ])
  const items = sheet.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items[0]).toMatch(/^Add 2 × Chicken Thighs 2.5 kgsaved .* · tried 3 times · trying again in \d s$/)
  expect(items[1]).toMatch(/^Remove B2saved /)
  expect(items[2]).toMatch(/^Start a trolly for Tue 24 Nov/)
  expect(sheet.getByText(/You’re offline/)).toBeTruthy()
})

test('an order that waited is told once it has gone through, as a message and in the sheet', async () => {
  const test = aTestDevice()
  const { database } = test.user
  await database.trollies.put(aHead({ id: 'T1' }))
  const checkout = {
    kind: 'checkout' as const,
    deliveryDay: '2099-01-05',
    lines: [],
    totalPence: 0,
    confirmations: { ageRestricted: false, catchWeight: false },
  }
  await database.outbox.add(aRecord({ lane: 'trolly:T1', operation: checkout }))
  showing(test)
  await line('1 saved on this device')
  await act(() =>
    database.transaction('rw', [database.outbox, database.placedOrders], async () => {
      await database.outbox.clear()
      await database.placedOrders.put({ basketId: 'T1', orderNo: '110251' } as Order)
    }),
  )
  await line('All sent')
  await waitFor(() => expect(notifications.current()?.message).toBe('Order 110251 placed'))
  expect((await openSheet('All sent')).getByText('Order 110251 placed')).toBeTruthy()
  notifications.close()
})

test('"Send now" sends everything waiting', async () => {
  const test = aTestDevice()
  await test.user.database.outbox.add(aRecord({ lane: 'trolly:T1', operation: aCreate('T1'), attempts: 1 }))
  showing(test)
  const sheet = await openSheet('1 saved on this device')
  await userEvent.click(await sheet.findByRole('button', { name: 'Send now' }))
  expect(vi.mocked(test.user.sendNow).mock.calls).toEqual([[]])
})

test('a decision is shown with its two answers, and disappears when made', async () => {
  const test = aTestDevice()
  const { database } = test.user
  await database.trollies.put(aHead({ id: 'T1' }))
  await database.products.put(aProduct())
  await database.outbox.add(
    aRecord({
      lane: 'trolly:T1',
      operation: { ...add(4), kind: 'set' },
      state: 'attention',
      refusal: {
        code: 'version_mismatch',
        message: '',
        status: 412,
        line: { quantity: 6, version: 3, removed: false },
      },
    }),
  )
  showing(test)
  const sheet = await openSheet('1 action needed')
  expect(await sheet.findByText('6 on the other device, 4 on this device')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Use 4' }))
  await waitFor(() => expect(sheet.queryByText('6 on the other device, 4 on this device')).toBeNull())
  expect(await database.outbox.toArray()).toMatchObject([
    { operation: { kind: 'set', quantity: 4 }, expectedVersion: 3, state: 'pending', attempts: 0 },
  ])
})

test('work from a newer version waits for it, and can be neither answered nor lost', async () => {
  const test = aTestDevice()
  const unknown = aRecord({ lane: 'trolly:T1', operation: { kind: 'gift' } as never, v: OUTBOX_FORMAT + 1 })
  await test.user.database.outbox.add(unknown)
  showing(test)
  const sheet = await openSheet('1 saved on this device')
  expect(await sheet.findByText(/made in a newer version of Trolly/)).toBeTruthy()
  expect(await test.user.database.outbox.count()).toBe(1)
})

test('the age of prices and the download’s progress come from this device', async () => {
  const test = aTestDevice()
  const { database } = test.user
  await keepChoice(database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  await database.prices.bulkPut(
    ['A1', 'B2'].map((product_no) => ({ priceListId: 'PUBS', product_no, pence: 1 })),
  )
  await database.products.put(aProduct())
  await database.downloads.put({ name: 'assortment', cursor: 'c', after: 'A1', at: 1, usedAt: 1 })
  await writeSync(database, 'lastContact', { reached: true, at: Date.now() })
  showing(test)
  await line('Downloading products, 50%')
  const at = Date.parse('2026-11-18T09:12:00Z')
  await database.downloads.bulkPut([
    { name: 'assortment', cursor: 'c', at, usedAt: at },
    { name: 'prices:PUBS', cursor: 'c', at, usedAt: at },
  ])
  await line('All sent')
  await writeSync(database, 'lastContact', { reached: false, at: Date.now() })
  await line(`Offline · prices as of ${dayText('2026-11-18', new Date())}`)
})

test('another user’s unsent work is shown only as counts', async () => {
  const test = aTestDevice()
  await test.device.database.unsentWork.bulkPut([
    { userId: 'other', operations: 5, trollies: 2, at: 0 },
    { userId: test.user.userId, operations: 9, trollies: 9, at: 0 },
  ])
  showing(test)
  const sheet = await openSheet('All sent')
  expect(
    await sheet.findByText(/^5 unsent changes in 2 trollies belong to another user of this device/),
  ).toBeTruthy()
})

/** A device with its storage in this state. */
const withStorage = (storage: Partial<StorageState>): TestDevice => {
  const test = aTestDevice()
  const state: StorageState = { database: 'open', notSaved: null, evicted: null, ...storage }
  test.user.health = { ...test.user.health, get: () => state }
  return test
}

test('a change that was not saved is shown prominently until dismissed', async () => {
  showing(withStorage({ notSaved: { reason: 'full' } }))
  await line('NOT saved')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^NOT saved: this device is out of space/)
})

test('a database that does not open shows an online-only banner with a way to try again', async () => {
  const test = withStorage({ database: 'unavailable' })
  const reopen = vi.fn()
  test.user.health = { ...test.user.health, reopen }
  renderOn(test, <StorageBanner />)
  expect(screen.getByText('Online only.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(reopen).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Continue online' })).toBeTruthy()
})

test('in memory nothing is shown as saved, and leaving the page asks for confirmation', async () => {
  const test = withStorage({ database: 'memory' })
  renderOn(
    test,
    <>
      <StorageBanner />
      <WorkLine Decision={DecisionCard} Held={HeldCard} Questions={LaneQuestions} />
    </>,
  )
  expect(await screen.findByText(/keep this page open until everything is sent/)).toBeTruthy()
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented ? 'asked' : 'left'
  }
  await line('All sent')
  expect(leave()).toBe('left')
  await test.user.database.outbox.add(aRecord({ lane: 'trolly:T1', operation: aCreate('T1') }))
  await line('1 not sent yet')
  await waitFor(() => expect(leave()).toBe('asked'))
})

test('cleared storage is reported with what was lost, until acknowledged', async () => {
  const test = withStorage({ evicted: { operations: 3 } })
  renderOn(test, <StorageBanner />)
  expect(screen.getByText(/3 changes that had not been sent are lost/)).toBeTruthy()
})

test('no banner is shown if all is well', async () => {
  const test = aTestDevice()
  renderOn(test, <StorageBanner />)
  await act(async () => {})
  expect(screen.queryByText(/storage/)).toBeNull()
})
