import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { productSearch } from '#contract/product-search.ts'
import { trollies } from '#contract/trollies.ts'
import { changeQuantity } from '#src/features/trolly/change-quantity.ts'
import { useDraftUpkeep } from '#src/features/trolly/use-draft.ts'
import { Screen as CheckoutScreen } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as ProductScreen } from '#src/screens/orders/create/search/product.tsx'
import { Screen as TrollyScreen } from '#src/screens/orders/create.tsx'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { findTrolly, listTrollies } from '#src/store/trollies/trollies.ts'
import { findDraftOf, keepDraft } from '#src/sync/trollies/drafts.ts'
import { aCustomer, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { aDevice, address, names, quantityOf, show, type } from './search-screen.tsx'

const DAY = '2026-11-24'

/** A device with the product list and a chosen customer, but without a trolly. */
const withoutTrolly = async ({
  deliveryDay = DAY as string | null,
  user = aUser(),
  through = null as string | null,
} = {}) => {
  const test = await aDevice({ user, through })
  const { database } = test.user
  await database.trollies.clear()
  const choice = { customer: aCustomer(), deliveryDay, trollyId: null }
  await keepChoice(database, choice)
  return { ...test, id: await keepDraft(database, choice), choice }
}
type WithDraft = Awaited<ReturnType<typeof withoutTrolly>>

const draftId = async ({ user }: TestDevice) => (await findDraftOf(user.database, aCustomer().id))?.id

const showSearch = (test: WithDraft) => show(test, '', test.id)
const queue = ({ user }: TestDevice) => user.database.outbox.orderBy('seq').toArray()
const add = ({ user, id }: WithDraft, product_no: string) =>
  changeQuantity(user, id, {
    product_no,
    asked: { quantity: 2, by: 2, entry: 'step' },
    present: false,
    pricePence: null,
    now: new Date(),
  })
const addThighs = async () => {
  await type('thighs')
  await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
  fireEvent.click(screen.getByRole('button', { name: 'One more of Chicken Thighs' }))
}

describe('a draft', () => {
  it('can be searched for, and is sent with its first product, for the chosen day', async () => {
    const test = await withoutTrolly()
    showSearch(test)
    await addThighs()
    expect(await screen.findByText('Trolly Created')).toBeTruthy()
    await waitFor(() => expect(quantityOf('Chicken Thighs')).toHaveProperty('value', '1'))
    // The quantity shows before it is kept.
    await waitFor(async () =>
      expect(await queue(test)).toMatchObject([
        {
          lane: `trolly:${test.id}`,
          operation: { kind: 'create', trollyId: test.id, details: { deliveryDay: DAY } },
        },
        { lane: `trolly:${test.id}`, operation: { kind: 'add', product_no: 'A1', quantity: 1 } },
      ]),
    )
    expect(await screen.findByRole('link', { name: 'See trolly' })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(await draftId(test)).toBeUndefined()
    expect((await findChoice(test.user.database))?.trollyId).toBe(test.id)
    expect(address()).toContain(test.id)
  })

  it('takes two first products at once, as from two tabs, and is created once', async () => {
    const test = await withoutTrolly()
    await Promise.all([add(test, 'A1'), add(test, 'A2')])
    const kinds = (await queue(test)).map(({ operation }) => operation.kind)
    expect(kinds).toEqual(['create', 'add', 'add'])
  })

  it('goes to the day chosen just before its first product', async () => {
    const test = await withoutTrolly()
    const { database } = test.user
    void keepChoice(database, { ...test.choice, deliveryDay: '2026-11-26' })
    await add(test, 'A1')
    expect((await findTrolly(database, test.id))?.deliveryDay).toBe('2026-11-26')
  })

  it('of another account neither takes the chosen day nor becomes the current trolly', async () => {
    const test = await withoutTrolly()
    const { database } = test.user
    await keepChoice(database, {
      ...test.choice,
      customer: aCustomer({ id: '999999' }),
      deliveryDay: '2026-11-26',
    })
    await add(test, 'A1')
    expect((await findTrolly(database, test.id))?.deliveryDay).toBe(DAY)
    expect((await findChoice(database))?.trollyId).toBeNull()
  })

  it('keeps its details on this device, and is deleted without a word to the server', async () => {
    const test = await withoutTrolly()
    const { database, outbox } = test.user
    await outbox.append(test.id, { kind: 'details', changes: { poNumber: 'PO 7' } })
    expect(await queue(test)).toEqual([])
    expect((await findTrolly(database, test.id))?.poNumber).toBe('PO 7')
    await outbox.append(test.id, { kind: 'delete' })
    expect(await findTrolly(database, test.id)).toBeUndefined()
    expect(await queue(test)).toEqual([])
  })

  it('asks for the day after the first product if none was chosen', async () => {
    const test = await withoutTrolly({ deliveryDay: null })
    test.server.on(customers.deliveryDates, () => ({
      data: [{ day: '2099-01-06', cutOffAt: '2099-01-05T22:00:00.000Z' }],
      serverTime: '2026-11-20T09:00:00.000Z',
    }))
    showSearch(test)
    await addThighs()
    const sheet = await screen.findByRole('dialog', { name: 'When would you like delivery?' })
    await waitFor(async () => expect(await queue(test)).toHaveLength(2))
    await userEvent.click(await screen.findByRole('button', { name: /6 Jan/ }))
    await waitFor(() => expect(sheet.isConnected).toBe(false))
    await waitFor(async () =>
      expect((await queue(test)).at(0)?.operation).toMatchObject({
        kind: 'create',
        details: { deliveryDay: '2099-01-06' },
      }),
    )
  })

  it('has an empty page that says what to do, without a checkout', async () => {
    const test = await withoutTrolly()
    renderOn(test, <TrollyScreen id={test.id} />, { path: `/orders/create-${test.id}` })
    expect(await screen.findByRole('heading', { name: 'New trolly' })).toBeTruthy()
    expect(
      screen.getByText('This trolly is empty. Find products, or add them above by code or name.'),
    ).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Find products' }).getAttribute('href')).toContain(test.id)
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
    // The server does not know it.
    expect(test.server.calls.filter(({ endpoint }) => endpoint === trollies.get)).toEqual([])
  })

  it('cannot be checked out', async () => {
    const test = await withoutTrolly()
    renderOn(test, <CheckoutScreen id={test.id} />, { path: `/orders/create/search/checkout-${test.id}` })
    await waitFor(() => expect(address()).toBe(`/orders/create-${test.id}`))
  })

  it('uses the server’s search for its customer while the list is not on the device', async () => {
    const test = await withoutTrolly({ through: 'A1' })
    test.server.on(productSearch.search, () => ({ data: [], total: 0, page: 1, pageLength: 24 }))
    showSearch(test)
    await type('milk')
    await waitFor(() =>
      expect(
        test.server.calls.find(({ endpoint }) => endpoint === productSearch.search)?.input,
      ).toMatchObject({
        params: { id: test.id },
        query: { customerId: '200101' },
      }),
    )
  })

  it('keeps its id across a reload, follows the chosen day, and is followed by another one', async () => {
    const test = await withoutTrolly()
    const { database } = test.user
    const Upkeep = () => <output data-testid="draft">{useDraftUpkeep()}</output>
    const shown = () => screen.getByTestId('draft').textContent
    const { unmount } = renderOn(test, <Upkeep />)
    await waitFor(() => expect(shown()).toBe(test.id))
    unmount()
    renderOn(test, <Upkeep />)
    await waitFor(() => expect(shown()).toBe(test.id))
    await keepChoice(database, { ...test.choice, deliveryDay: '2026-11-27' })
    await waitFor(async () => expect((await database.trollies.get(test.id))?.deliveryDay).toBe('2026-11-27'))
    await add(test, 'A1')
    await waitFor(async () => expect(await draftId(test)).toMatch(/./))
    expect(await draftId(test)).not.toBe(test.id)
    await waitFor(async () => expect(shown()).toBe(await draftId(test)))
  })

  it('is neither listed nor forgotten when the open trollies are read', async () => {
    const test = await withoutTrolly()
    const { reads, database } = test.user
    test.server.on(trollies.list, () => ({ data: [], total: 0, page: 1, pageLength: 96 }))
    await reads.refreshTrollies(aCustomer().id)
    expect(await draftId(test)).toBe(test.id)
    expect(await listTrollies(database, aCustomer().id)).toEqual([])
    expect(test.server.calls.filter(({ endpoint }) => endpoint === trollies.get)).toEqual([])
  })
})

describe('a user who may only browse', () => {
  const MAY_NOT = 'You can browse but not order. Ask the office for access.'
  const user = aUser({ can_place_orders: 0 })

  it('searches and sees prices without quantities, and is told why once', async () => {
    const test = await withoutTrolly({ user })
    showSearch(test)
    await type('thighs')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
    expect(screen.getByText('£12.50')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: /^Quantity/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^One more/ })).toBeNull()
    expect(screen.getAllByText(MAY_NOT)).toHaveLength(1)
    expect(await queue(test)).toEqual([])
  })

  it('sees a product’s page with its price, without a quantity', async () => {
    const test = await withoutTrolly({ user })
    renderOn(test, <ProductScreen id="A1" />, { path: '/orders/create/search/product-A1' })
    expect(await screen.findByRole('heading', { name: 'Chicken Thighs' })).toBeTruthy()
    expect(screen.getByText('£12.50')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: /^Quantity/ })).toBeNull()
    expect(screen.getAllByText(MAY_NOT)).toHaveLength(1)
  })
})
