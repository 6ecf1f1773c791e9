import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { baskets } from '#contract/baskets.ts'
import { products } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { serveSearch } from '#src/features/search/serve-search.ts'
import { Screen } from '#src/screens/orders/create/search.tsx'
import { keepChoice } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { writeSync } from '#src/sync/sync-state.ts'
import { putList } from '#tests/src/features/search/list-on-device.ts'
import { workerStandIn } from '#tests/src/features/search/worker-stand-in.ts'
import { noSignal } from '#tests/support/fake-api.ts'
import {
  aCustomer,
  aHead,
  aProduct,
  aRecord,
  aTestDevice,
  aUser,
  renderOn,
  type TestDevice,
} from '#tests/support/signed-in.tsx'

// A search goes through a database, an index and a worker: on a busy machine that is more than a second.
configure({ asyncUtilTimeout: 8_000 })
vi.setConfig({ testTimeout: 30_000 })

// The worker's real program, in this process: jsdom has no workers.
const here = vi.hoisted(() => ({ database: undefined as UserDatabase | undefined }))
vi.mock('#src/features/search/open-search-worker.ts', () => ({
  openSearchWorker: () => {
    const { database } = here
    if (!database) throw new Error('No device was made')
    const standIn = workerStandIn()
    serveSearch(standIn.inside, () => database)
    return standIn.worker
  },
}))

const THIGHS: Product = { ...aProduct({ product_no: 'A1', gtins: ['05012345678900'] }), pricePence: 1_250 }
const BREASTS: Product = {
  ...aProduct({ product_no: 'A2', name: 'Chicken Breasts', storageType: 'frozen', salesRank: 1 }),
  pricePence: 1_890,
}
const MILK: Product = {
  ...aProduct({
    product_no: 'A10',
    name: 'Whole Milk',
    department: 'Dairy',
    group: 'Milk',
    category: 'Milk',
    salesRank: 2,
  }),
  pricePence: 320,
}
const LIST = [THIGHS, BREASTS, MILK]
const HEAD = aHead()

const aDevice = async ({
  list = LIST as readonly Product[],
  through = null as string | null,
  user = aUser(),
} = {}) => {
  const test = aTestDevice({ user })
  const { database } = test.user
  here.database = database
  // The search of a session ends with it.
  onTestFinished(() => test.device.session.signOut('keep').then(() => undefined))
  await database.trollies.put(HEAD)
  await keepChoice(database, { customer: aCustomer(), deliveryDay: HEAD.deliveryDay, trollyId: HEAD.id })
  if (list.length > 0) await putList(database, list, { through })
  return test
}

const show = (test: TestDevice, search = '') =>
  renderOn(test, <Screen id={HEAD.id} />, { path: `/orders/create/search-${HEAD.id}${search}` })

const field = () => screen.findByRole('searchbox', { name: 'Search products' })
const type = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const names = () =>
  screen.queryAllByRole('link', { name: /^(Chicken|Whole)/ }).map((link) => link.textContent)
const address = () => screen.getByTestId('address').textContent
const quantityOf = (name: string) => screen.getByRole('textbox', { name: `Quantity of ${name}` })
const failure = async (words: string) => {
  const said = await screen.findByText((text) => text.includes(words))
  const alert = said.closest<HTMLElement>('[role="alert"]')
  if (!alert) throw new Error('It is not said as a failure')
  return alert
}
const shownIn = (field: HTMLElement) => (field as HTMLInputElement).value
const withoutSignal = ({ user: { database } }: TestDevice) =>
  writeSync(database, 'lastContact', { reached: false, at: Date.now() })

describe('searching with the list on the device', () => {
  it('finds as one types, and asks the server nothing', async () => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    await type('chick')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Chicken Breasts']))
    expect(screen.getByText('2 products').getAttribute('role')).toBe('status')
    expect(test.server.calls.filter(({ endpoint }) => endpoint === products.search)).toEqual([])
  })

  it('adds one with the first tap, on this device, at the price that was shown', async () => {
    const test = await aDevice()
    show(test, '?q=thighs')
    fireEvent.click(await screen.findByRole('button', { name: 'One more of Chicken Thighs' }))
    expect(shownIn(quantityOf('Chicken Thighs'))).toBe('1')
    expect(await screen.findByText('On this device')).toBeTruthy()
    const [record] = await test.user.database.outbox.toArray()
    expect(record?.operation).toMatchObject({
      kind: 'add',
      product_no: 'A1',
      quantity: 1,
      seenPricePence: 1_250,
    })
    expect(await screen.findByText(/^1 line/)).toBeTruthy()
  })

  it('says without signal that the answer is from this device, and how old its prices are', async () => {
    const test = await aDevice()
    await withoutSignal(test)
    show(test)
    expect(await screen.findByText(/^From this device · prices as of \d\d:\d\d$/)).toBeTruthy()
    expect(names()).toHaveLength(3)
  })

  it('cannot ask what was bought lately without signal, and says so', async () => {
    const test = await aDevice()
    await withoutSignal(test)
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.click(screen.getByRole('button', { name: 'Filter and sort' }))
    expect(
      (await screen.findByRole('button', { name: 'Recently bought' })).getAttribute('aria-disabled'),
    ).toBe('true')
    expect(screen.getByText('What you bought is known to the server alone.')).toBeTruthy()
  })

  it('says that nothing was found, and clears what stands in the way', async () => {
    const test = await aDevice()
    show(test, '?q=milk&storage_type=frozen')
    expect(await screen.findByText('Nothing was found for “milk” with these filters.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear text and filters' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(shownIn(await field())).toBe('')
    expect(address()).toBe(`/orders/create/search-${HEAD.id}`)
  })
})

describe('the view', () => {
  it('changes from a list to a grid and back, which is kept', async () => {
    const test = await aDevice()
    show(test)
    const list = await screen.findByRole('list', { name: 'Products found' })
    expect(list.hasAttribute('data-tiles')).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Show as grid' }))
    await waitFor(() => expect(list.hasAttribute('data-tiles')).toBe(true))
    expect(names()).toHaveLength(3)
    expect(test.device.settings.get().userPreferenceListViewEnabled).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Show as list' }))
    await waitFor(() => expect(list.hasAttribute('data-tiles')).toBe(false))
  })
})

describe('suggestions', () => {
  it('narrow what was typed to a category that it found most of', async () => {
    const test = await aDevice({
      list: [...LIST, { ...MILK, product_no: 'A11', name: 'Whole Chicken', category: 'Birds' }],
    })
    show(test)
    await type('chicken')
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.click(screen.getByRole('button', { name: 'in Chicken' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Chicken Breasts']))
    expect(address()).toMatch(/\?q=chicken&category=Chicken$/)
    expect(screen.queryByRole('button', { name: /^in / })).toBeNull()
  })
})

describe('the address', () => {
  it('begins a search with its text and filters, and passes over what cannot be', async () => {
    const test = await aDevice()
    show(test, '?q=chicken&storage_type=frozen&suitable_for=nobody&page=minus')
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
    expect(shownIn(await field())).toBe('chicken')
    expect(screen.getByRole('button', { name: 'Remove filter Frozen' })).toBeTruthy()
  })

  it('follows what is typed once the typing pauses', async () => {
    const test = await aDevice()
    show(test)
    await type('milk')
    await waitFor(() => expect(address()).toContain('?q=milk'))
  })

  it('takes filters by their parameter names, and lets each be taken away', async () => {
    const test = await aDevice()
    show(test, '?q=chicken')
    fireEvent.click(await screen.findByRole('button', { name: 'Filter and sort' }))
    fireEvent.click(
      within(await screen.findByRole('group', { name: 'Storage' })).getByRole('button', { name: 'Frozen' }),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Show products' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
    expect(address()).toContain('?q=chicken&storage_type=frozen')
    fireEvent.click(screen.getByRole('button', { name: 'Remove filter Frozen' }))
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(address()).toMatch(/\?q=chicken$/)
  })

  it('that asks for nothing begins with the filters of the last search', async () => {
    const test = await aDevice()
    await test.device.settings.change({ product_filters: { storage_type: 'frozen', invented: '1' } })
    show(test)
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
    expect(address()).toMatch(/\?storage_type=frozen$/)
  })

  it('leads through the pages', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      ...aProduct({ product_no: `B${String(at).padStart(2, '0')}`, name: `Chicken ${at}`, salesRank: at }),
      pricePence: 100,
    }))
    const test = await aDevice({ list: many })
    show(test)
    expect(await screen.findByText('1 to 24 of 30 products')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('25 to 30 of 30 products')).toBeTruthy()
    expect(address()).toMatch(/\?page=2$/)
    await type('chicken 1')
    await waitFor(() => expect(address()).not.toContain('page'))
  })
})

describe('searching without the list on the device', () => {
  const found = { data: [THIGHS], total: 1, page: 1, pageLength: 24 }

  it('asks the server, with the filters by their names', async () => {
    const test = await aDevice({ list: [] })
    test.server.on(products.search, () => found)
    show(test, '?q=thighs&storage_type=chilled')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
    const [call] = test.server.calls.filter(({ endpoint }) => endpoint === products.search)
    expect(call?.input).toMatchObject({
      params: { id: HEAD.id },
      body: { queryString: 'thighs', storage_type: 'chilled', page: 1, pageLength: 24, sort_by: 'relevance' },
    })
  })

  it('says what failed and how far the list is, and searches again when asked to', async () => {
    const test = await aDevice({ list: [] })
    test.server.on(products.search, () => {
      throw noSignal()
    })
    show(test, '?q=thighs')
    const said = await failure('Nothing of it is on this device yet.')
    expect(screen.queryByText(/Nothing was found/)).toBeNull()
    test.server.on(products.search, () => found)
    fireEvent.click(within(said).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
  })

  it('shows what a part of the list holds where the server cannot be asked, and says that it is a part', async () => {
    const test = await aDevice({ list: [THIGHS], through: 'A1' })
    show(test, '?q=thighs')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
    expect(screen.getByText(/only a part of the product list. 1 product of it/)).toBeTruthy()
  })

  it('never says that nothing was found because only a part of the list is here', async () => {
    const test = await aDevice({ list: [THIGHS], through: 'A1' })
    show(test, '?q=milk')
    await failure('The product list is not wholly on this device')
    expect(screen.queryByText(/Nothing was found/)).toBeNull()
  })

  it('finds by itself once the list has come', async () => {
    const test = await aDevice({ list: [] })
    show(test, '?q=milk')
    await failure('Nothing of it is on this device yet.')
    await putList(test.user.database, LIST)
    await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  })
})

describe('by keyboard', () => {
  it('leads from the field into the products and back', async () => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.keyDown(await field(), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(quantityOf('Chicken Thighs'))
    fireEvent.keyDown(quantityOf('Chicken Thighs'), { key: 'Enter' })
    expect(document.activeElement).toBe(quantityOf('Chicken Breasts'))
    fireEvent.keyDown(quantityOf('Chicken Breasts'), { key: 'Escape' })
    expect(document.activeElement).toBe(await field())
    fireEvent.keyDown(await field(), { key: 'ArrowDown' })
    fireEvent.keyDown(quantityOf('Chicken Thighs'), { key: 'ArrowUp' })
    expect(document.activeElement).toBe(await field())
  })

  it.each(['a10', '5012345678900'])('takes a code as scanners send it: %s', async (code) => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    await type(code)
    fireEvent.keyDown(await field(), { key: 'Enter' })
    const name = code === 'a10' ? 'Whole Milk' : 'Chicken Thighs'
    await waitFor(() => expect(document.activeElement).toBe(quantityOf(name)))
    await waitFor(() => expect(shownIn(quantityOf(name))).toBe('1'))
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(document.activeElement).toBe(quantityOf(name)))
    expect(await test.user.database.outbox.count()).toBe(1)
    expect(shownIn(quantityOf(name))).toBe('1')
  })

  it('adds nothing for words', async () => {
    const test = await aDevice()
    show(test)
    await type('chicken')
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await waitFor(() => expect(names()).toHaveLength(2))
    expect(shownIn(await field())).toBe('chicken')
    expect(await test.user.database.outbox.count()).toBe(0)
  })
})

describe('the trolly it is for', () => {
  it('may not be changed while its order is being placed, and that is said', async () => {
    const test = await aDevice()
    await test.user.database.outbox.add(
      aRecord({
        lane: HEAD.id,
        state: 'sending',
        attempts: 1,
        operation: {
          kind: 'checkout',
          lines: [],
          totalPence: 0,
          confirmations: { ageRestricted: false, catchWeight: false },
        } as never,
      }),
    )
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(screen.getByText('This order is being placed, so nothing can be added to it now.')).toBeTruthy()
    expect((quantityOf('Chicken Thighs') as HTMLInputElement).disabled).toBe(true)
  })

  it('may not be changed by who may only look, and that is said', async () => {
    const test = await aDevice({ user: aUser({ can_place_orders: 0 }) })
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(screen.getByText(/^Your sign-in may look but not order/)).toBeTruthy()
    expect((quantityOf('Chicken Thighs') as HTMLInputElement).disabled).toBe(true)
  })

  it('is said not to be there where nobody knows it', async () => {
    const test = await aDevice()
    await test.user.database.trollies.clear()
    test.server.on(baskets.get, () => {
      throw noSignal()
    })
    show(test)
    await failure('The trolly is not on this device.')
  })
})
