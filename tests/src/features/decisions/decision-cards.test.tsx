import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Basket, type Order, trollies } from '#contract/trollies.ts'
import { laneOf, OUTBOX_FORMAT } from '#domain/outbox/record.ts'
import type { Decision } from '#domain/trollies/line-view.ts'
import type { TrollyRecord } from '#domain/trollies/operation.ts'
import { DecisionCard } from '#src/features/decisions/decision-card.tsx'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { refusal } from '#tests/support/fake-api.ts'
import {
  aCreate,
  aCustomer,
  aHead,
  aRecord,
  aTestDevice,
  renderOn,
  type TestDevice,
} from '#tests/support/signed-in.tsx'

const set = (quantity: number, product_no = 'A1') => ({
  kind: 'set' as const,
  product_no,
  quantity,
  seenPricePence: 900,
  addedAt: '2026-11-20T09:00:00.000Z',
})
const nameOf = (): string => 'Chicken Thighs'

/** Queues a refused operation, as the sender leaves it, and shows its card. */
const asking = async (record: Partial<TrollyRecord>, props: { elsewhere?: boolean } = {}) => {
  const test = aTestDevice()
  await test.user.database.trollies.put(aHead({ id: 'T1' }))
  const asked = aRecord({ lane: 'trolly:T1', operation: set(4), state: 'attention', ...record })
  await test.user.database.outbox.add(asked)
  renderOn(test, <DecisionCard trollyId="T1" decision={asked as Decision} nameOf={nameOf} {...props} />)
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  return { ...test, asked, press, queue: () => test.user.database.outbox.toArray() }
}
const conflict = {
  code: 'version_mismatch',
  message: '',
  status: 412,
  line: { quantity: 6, version: 3, removed: false },
}

test('keeping theirs drops this device’s change', async () => {
  const { press, queue } = await asking({ refusal: conflict })
  expect(screen.getByRole('article', { name: 'Chicken Thighs' })).toBeTruthy()
  await press('Keep 6')
  await waitFor(async () => expect(await queue()).toEqual([]))
})

test('using mine sends it again, under a new key and with the version shown', async () => {
  const { press, queue, asked } = await asking({ refusal: conflict })
  await press('Use 4')
  await waitFor(async () =>
    expect(await queue()).toMatchObject([
      { operation: { kind: 'set', quantity: 4 }, expectedVersion: 3, state: 'pending', attempts: 0 },
    ]),
  )
  expect((await queue())[0]?.opId).not.toBe(asked.opId)
})

test('a refused line links to its trolly, except on the trolly’s own page', async () => {
  const gone = { code: 'product_not_found', message: 'No longer sold.', status: 404 }
  const there = await asking({ refusal: gone })
  expect(screen.queryByRole('link')).toBeNull()
  expect(there).toBeTruthy()
  await asking({ refusal: gone }, { elsewhere: true })
  expect(screen.getByRole('link', { name: 'Open the trolly' }).getAttribute('href')).toBe('/orders/create-T1')
})

test('discarding a refused creation discards everything that depends on it', async () => {
  const { press, queue, user } = await asking({
    operation: aCreate('T1'),
    refusal: { code: 'customer_not_found', message: 'No such account.', status: 404 },
  })
  await user.database.outbox.add(aRecord({ lane: 'trolly:T1', operation: set(2) }))
  await press('Discard')
  await waitFor(async () => expect(await queue()).toEqual([]))
})

test('a refused creation can switch to the current account', async () => {
  const { press, queue, user, asked } = await asking({
    operation: aCreate('T1', { customerId: 'gone' }),
    refusal: { code: 'customer_not_found', message: 'No such account.', status: 404 },
  })
  await keepChoice(user.database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  await screen.findByRole('button', { name: 'Use The Ploughman’s Rest' })
  await press('Use The Ploughman’s Rest')
  await waitFor(async () =>
    expect(await queue()).toMatchObject([
      { operation: { kind: 'create', trollyId: 'T1', customerId: '200101' }, state: 'pending', attempts: 0 },
    ]),
  )
  expect((await queue())[0]?.opId).not.toBe(asked.opId)
})

const ORDER = {
  orderNo: '100123',
  basketId: 'T1',
  lines: [{ product_no: 'B2', quantity: 5 }],
} as unknown as Order

/** A trolly on hold with two lines waiting, one of them partly ordered. */
const holding = async (code: string, parts: { order?: Order } = {}) => {
  const test = aTestDevice()
  const { database } = test.user
  const refused = { code, message: 'The server was restored.', status: 409, reply: parts }
  await database.trollies.put(aHead({ id: 'T1', state: 'checked_out' }))
  if (parts.order) await database.placedOrders.put(parts.order)
  await database.outbox.bulkAdd([
    aRecord({ lane: 'trolly:T1', operation: set(2), state: 'held', refusal: refused }),
    aRecord({ lane: 'trolly:T1', operation: set(7, 'B2'), state: 'held', refusal: refused }),
  ])
  await keepChoice(database, { customer: aCustomer(), deliveryDay: '2026-11-24', trollyId: 'T1' })
  const queue = (await database.outbox.toArray()) as TrollyRecord[]
  const onMoved = vi.fn()
  renderOn(test, <HeldCard trollyId="T1" refusal={refused} queue={queue} nameOf={nameOf} onMoved={onMoved} />)
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  return { ...test, press, onMoved, queue: () => database.outbox.orderBy('seq').toArray() }
}

test('lines that were not ordered move to a new trolly for the same customer and day', async () => {
  const { press, queue, onMoved, user } = await holding('checked_out', { order: ORDER })
  expect(screen.getByText(/ordered as 100123 on another device/)).toBeTruthy()
  expect(screen.getByText('2 Chicken Thighs are not in the order.')).toBeTruthy()
  expect(screen.getByText('2 more Chicken Thighs are not in the order.')).toBeTruthy()
  await press('Move 2 lines to a new trolly')
  await waitFor(() => expect(onMoved).toHaveBeenCalledTimes(1))
  const [newId] = onMoved.mock.calls[0] ?? []
  expect((await queue()).map(({ lane, operation }) => [lane, operation])).toMatchObject([
    [
      laneOf('trolly', newId ?? ''),
      { kind: 'create', customerId: '200101', priceListId: 'PUBS', details: { deliveryDay: '2026-11-24' } },
    ],
    [laneOf('trolly', newId ?? ''), { kind: 'add', product_no: 'A1', quantity: 2 }],
    [laneOf('trolly', newId ?? ''), { kind: 'add', product_no: 'B2', quantity: 2 }],
  ])
  expect(await findChoice(user.database)).toMatchObject({ trollyId: newId })
})

test('discarding drops the changes, and products go into a new trolly afterwards', async () => {
  const { press, queue, user } = await holding('trolly_deleted')
  await press('Discard')
  await waitFor(async () => expect(await queue()).toEqual([]))
  await waitFor(async () => expect(await findChoice(user.database)).toMatchObject({ trollyId: null }))
})

const restored = ({ server }: TestDevice, version: number): void =>
  server.on(
    trollies.get,
    () => ({ ...aHead({ id: 'T1', version }), items: [], totals: {} }) as unknown as Basket,
  )

test('after a server restore the trolly is read again, and waiting changes apply to its current version', async () => {
  const test = await holding('epoch_changed')
  restored(test, 9)
  await test.press('Check and send again')
  await waitFor(async () =>
    expect(await test.queue()).toMatchObject([
      { operation: { product_no: 'A1' }, state: 'pending', attempts: 0, refusal: null },
      { operation: { product_no: 'B2' }, state: 'pending', attempts: 0, refusal: null },
    ]),
  )
  expect(await test.user.database.trollies.get('T1')).toMatchObject({ version: 9, state: 'open' })
  expect(test.server.calls).toHaveLength(1)
  await waitFor(() => expect(vi.mocked(test.user.sendNow).mock.calls).toEqual([['T1']]))
})

test('offline, nothing is sent again unchecked, and the page says so', async () => {
  const { press, queue } = await holding('epoch_changed')
  await press('Check and send again')
  expect(await screen.findByText(/please check your internet connection/)).toBeTruthy()
  expect(await queue()).toMatchObject([{ state: 'held' }, { state: 'held' }])
})

test('for a trolly missing from the restored server, the page offers to move its lines', async () => {
  const test = await holding('epoch_changed')
  await test.user.database.trollies.clear()
  test.server.on(trollies.get, () => {
    throw refusal('trolly_not_found')
  })
  await test.press('Check and send again')
  expect(await screen.findByText(/no longer exists. Move its lines/)).toBeTruthy()
  expect(await test.queue()).toHaveLength(2)
})

test('work from a newer version is neither moved nor lost', async () => {
  const test = await holding('checked_out', { order: ORDER })
  await test.user.database.outbox.add(
    aRecord({ lane: 'trolly:T1', operation: { kind: 'gift' } as never, v: OUTBOX_FORMAT + 1 }),
  )
  await test.press('Move 2 lines to a new trolly')
  expect(await screen.findByText(/will send once it is open again/)).toBeTruthy()
  expect(await test.queue()).toHaveLength(3)
})
