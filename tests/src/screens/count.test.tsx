import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { countsLane } from '#domain/counts/count.ts'
import type { Product } from '#domain/product.ts'
import { Screen as CountScreen } from '#src/screens/orders/templates/count.tsx'
import { replaceRows } from '#src/store/lane-rows.ts'
import { aHead, aProduct, aTestDevice, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { typeScan } from '#tests/support/typed-scan.ts'
import { aLine, putOrdering } from './ordering.ts'
import { atADesk, withoutSignal } from './search-screen.tsx'

const HEAD = aHead()
const AT = '2026-11-20T07:12:00.000Z'
const ID = '0190b5a0-0000-7000-8000-0000000000a1'
const COUNT = '0190b5a0-0000-7000-8000-0000000000c1'
const GTINS = ['5012345678900', '5000112637922', '4006381333931']
const LIST: Product[] = ['Salted Butter', 'Semi-Skimmed Milk', 'Basmati Rice'].map((name, at) => ({
  ...aProduct({ product_no: `P${at}`, name, gtins: [GTINS[at] ?? ''] }),
  pricePence: 1_000,
}))
/** The rice is the only product outside the fridge, and between the other two. */
const ITEMS = [
  { product_no: 'P0', parLevel: 5, shelf: 'Fridge', position: 1 },
  { product_no: 'P2', parLevel: null, shelf: null, position: 2 },
  { product_no: 'P1', parLevel: 8, shelf: 'Fridge', position: 3 },
]

/** Offline, with one butter in the trolly. */
const aDevice = async (parts?: Parameters<typeof aTestDevice>[0]) => {
  const test = aTestDevice(parts)
  const { database } = test.user
  await putOrdering(test, HEAD, { list: LIST, lines: [aLine(HEAD, 'P0')] })
  await database.templates.put({
    id: ID,
    customerId: HEAD.customerId,
    ownerId: 'another',
    ownerName: 'Robin Cook',
    name: 'Kitchen',
    visibility: 'shared',
    version: 3,
    detailsVersion: 1,
    itemCount: ITEMS.length,
    deleted: false,
    createdAt: AT,
    updatedAt: AT,
    itemsVersion: 3,
  })
  for (const item of ITEMS)
    await database.templateItems.put({
      templateId: ID,
      lastQuantity: null,
      deleted: false,
      addedAt: AT,
      ...item,
    })
  await withoutSignal(test)
  return test
}

const putCount = ({ user: { database } }: TestDevice, entries: [string, number | null][]) =>
  replaceRows(
    database,
    countsLane(HEAD.customerId),
    [
      {
        id: COUNT,
        templateId: ID,
        startedAt: AT,
        startedByName: 'Sam',
        state: 'open',
        entries: entries.map(([product_no, halves]) => ({ product_no, halves, countedAt: AT })),
      },
    ],
    ({ id }) => id,
  )

const show = (test: TestDevice, query = '') =>
  renderOn(test, <CountScreen id={ID} />, { path: `/orders/templates/count-${ID}${query}` })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const waiting = async ({ user }: TestDevice) =>
  (await user.database.outbox.orderBy('seq').toArray()).map(({ operation }) => operation)

describe('on a phone', () => {
  it('one product after another is entered shelf by shelf, reviewed, and what is missing fills the trolly', async () => {
    const test = await aDevice()
    show(test)
    expect(await screen.findByRole('region', { name: 'Salted Butter' })).toBeTruthy()
    expect(screen.getByText('1 of 3')).toBeTruthy()
    expect(screen.getByText('Next: Semi-Skimmed Milk')).toBeTruthy()
    await press('1')
    await press('And a half')
    // Par 5, 1½ on the shelf and 1 in the trolly.
    expect(screen.getByRole('status', { name: 'Order' }).textContent).toBe('3')
    await press('Next')
    expect(await screen.findByRole('region', { name: 'Semi-Skimmed Milk' })).toBeTruthy()
    expect(await screen.findByText('1½ on shelf')).toBeTruthy()
    expect(screen.getByText('order 3')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('On the shelf'), '9{Enter}')
    await screen.findByRole('region', { name: 'Basmati Rice' })
    await press('Skip')

    const list = await screen.findByRole('list', { name: 'To order' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByText('1 other product up to par level.')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Not counted (1)' })).toBeTruthy()
    await press('One less of Salted Butter')
    await press('Add 1 product to trolly')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(`/orders/create-${HEAD.id}`))
    expect(await waiting(test)).toMatchObject([
      { kind: 'enter', product_no: 'P0', halves: 3 },
      { kind: 'enter', product_no: 'P1', halves: 18 },
      { kind: 'enter', product_no: 'P2', halves: null },
      { kind: 'set', product_no: 'P0', quantity: 3 },
      { kind: 'close', state: 'ordered', trollyId: HEAD.id },
      { kind: 'setItem', product_no: 'P0', settings: { lastQuantity: 2 } },
    ])
  })

  it('a count that a colleague began goes on at the first product without an entry', async () => {
    const test = await aDevice()
    await putCount(test, [
      ['P0', 4],
      ['P1', null],
    ])
    show(test)
    expect(await screen.findByRole('region', { name: 'Basmati Rice' })).toBeTruthy()
    await press('7')
    await press('Review')
    await waitFor(async () =>
      expect(await waiting(test)).toMatchObject([
        { kind: 'enter', product_no: 'P2', halves: 14, start: { id: COUNT, startedByName: 'Sam' } },
      ]),
    )
    // It has no par, so the person says how many.
    expect(await screen.findByRole('textbox', { name: 'Order of Basmati Rice' })).toBeTruthy()
  })

  it('digits of a line that is left without Next are kept, and a scanner finds a line from the number', async () => {
    const test = await aDevice()
    const page = show(test)
    await screen.findByRole('region', { name: 'Salted Butter' })
    await press('2')
    act(() => typeScan(GTINS[2] ?? ''))
    await screen.findByRole('region', { name: 'Basmati Rice' })
    await userEvent.keyboard('7')
    page.unmount()
    await waitFor(async () =>
      expect(await waiting(test)).toMatchObject([
        { kind: 'enter', product_no: 'P0', halves: 4 },
        { kind: 'enter', product_no: 'P2', halves: 14 },
      ]),
    )
  })

  it('a count that has been closed meanwhile says so', async () => {
    show(await aDevice(), `?count=${COUNT}`)
    expect(await screen.findByText('This count has been finished or discarded.')).toBeTruthy()
  })

  it('who may not order counts all the same, and leaves the rest to others', async () => {
    const test = await aDevice({ user: aUser({ can_place_orders: 0 }) })
    await putCount(test, [
      ['P0', 4],
      ['P1', 4],
    ])
    show(test)
    await press('Skip')
    expect(await screen.findByText(/You can count but not order/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /to trolly/ })).toBeNull()
  })

  it('is discarded, and comes back by Undo', async () => {
    const test = await aDevice()
    await putCount(
      test,
      ITEMS.map(({ product_no }) => [product_no, 2]),
    )
    show(test)
    await press('More for this count')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Discard count' }))
    await waitFor(async () =>
      expect(await waiting(test)).toMatchObject([{ kind: 'close', state: 'discarded' }]),
    )
    await press('Undo')
    await waitFor(async () => expect(await waiting(test)).toMatchObject([{ kind: 'close', state: 'open' }]))
  })
})

it('at a desk, Enter and the arrows go from field to field, and what is no half pack is not taken', async () => {
  atADesk()
  const test = await aDevice()
  show(test)
  const fields = await screen.findAllByRole<HTMLInputElement>('textbox', { name: /On the shelf/ })
  fields[0]?.focus()
  await userEvent.keyboard('3.5{Enter}2{ArrowDown}')
  act(() => typeScan(GTINS[0] ?? ''))
  expect(document.activeElement).toBe(fields[0])
  expect(fields[2]?.value).toBe('')
  fields[2]?.focus()
  await userEvent.keyboard('1.2{Enter}')
  expect(document.activeElement).toBe(fields[2])
  expect(fields[2]?.getAttribute('aria-invalid')).toBe('true')
  fireEvent.keyDown(fields[2] as HTMLInputElement, { key: 'Escape' })
  await waitFor(async () =>
    expect(await waiting(test)).toMatchObject([
      { kind: 'enter', product_no: 'P0', halves: 7 },
      { kind: 'enter', product_no: 'P1', halves: 4 },
    ]),
  )
  expect(screen.getByText('2 of 3 counted')).toBeTruthy()
  const sheet = screen.getByRole('region', { name: 'Count sheet', hidden: true })
  expect(within(sheet).getAllByRole('row', { hidden: true })).toHaveLength(4)
})
