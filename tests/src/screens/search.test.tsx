import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { TrackedOrder } from '#contract/orders.ts'
import { productSearch } from '#contract/product-search.ts'
import { trollies } from '#contract/trollies.ts'
import { keepOrder } from '#src/store/known-orders.ts'
import { putList } from '#tests/src/features/search/list-on-device.ts'
import { noSignal } from '#tests/support/fake-api.ts'
import { aRecord, aUser } from '#tests/support/signed-in.tsx'
import {
  aDevice,
  address,
  failure,
  field,
  HEAD,
  LIST,
  MILK,
  names,
  putPurchases,
  quantityOf,
  show,
  shownIn,
  THIGHS,
  type,
  withoutSignal,
} from './search-screen.tsx'

describe('searching with the list on the device', () => {
  it('finds products while typing, without asking the server', async () => {
    const test = await aDevice()
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    const searches = () => test.server.calls.filter(({ endpoint }) => endpoint === productSearch.search)
    const atTheStart = searches().length
    await type('chick')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Chicken Breasts']))
    expect(screen.getByText('2 products').getAttribute('role')).toBe('status')
    expect(searches()).toHaveLength(atTheStart)
  })

  it('adds one on the first tap, on this device, at the price shown', async () => {
    const test = await aDevice()
    await withoutSignal(test)
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
    const total = await screen.findByText(/^Total/)
    await waitFor(() => expect(total.parentElement?.textContent).toContain('£12.50'))
  })

  it('says offline that results are from this device, and the age of the prices', async () => {
    const test = await aDevice()
    await withoutSignal(test)
    show(test)
    expect(await screen.findByText(/^From this device · prices as of \d\d:\d\d$/)).toBeTruthy()
    expect(names()).toHaveLength(3)
  })

  it('says that an account’s prices are not downloaded instead of missing', async () => {
    const test = await aDevice({ list: [{ ...THIGHS, pricePence: null }] })
    const { downloads } = test.user.database
    const told = await downloads.get('prices:PUBS')
    await downloads.delete('prices:PUBS')
    await withoutSignal(test)
    show(test)
    await screen.findByText(/This account’s prices will download when you’re back online\.$/)
    expect(screen.getByText('Price not downloaded')).toBeTruthy()
    if (told) await downloads.put(told)
    await screen.findByText(/^From this device · prices as of/)
    expect(screen.getByText('No price')).toBeTruthy()
  })

  it('cannot filter by recent purchases offline, and says so', async () => {
    const test = await aDevice()
    await withoutSignal(test)
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    expect(
      (await screen.findByRole('button', { name: 'Recently bought' })).getAttribute('aria-disabled'),
    ).toBe('true')
    expect(screen.getByText('Your purchases have not been downloaded to this device yet.')).toBeTruthy()
  })

  it('filters by recent purchases offline once they are on the device', async () => {
    const test = await aDevice()
    await putPurchases(test, { A2: 4 })
    await withoutSignal(test)
    show(test, '?all=1')
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.click(screen.getByRole('button', { name: 'Filters' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Recently bought1' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Show 1 product' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
  })

  it('counts the results of each filter, and lists departments by number of products', async () => {
    const departments = Array.from({ length: 9 }, (_, place) => ({
      ...MILK,
      product_no: `D${place}`,
      name: `Whole Milk ${place}`,
      department: `Department ${place}`,
    }))
    const test = await aDevice({
      list: [...LIST, ...departments, { ...MILK, product_no: 'E1', department: 'Department 8' }],
    })
    show(test)
    fireEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    const group = await screen.findByRole('group', { name: 'Department' })
    const choices = () =>
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    await waitFor(() => expect(choices().slice(0, 2)).toEqual(['Department 82', 'Meat2']))
    expect(choices()).toHaveLength(9)
    fireEvent.click(within(group).getByRole('button', { name: 'Show all 11' }))
    expect(choices()).toHaveLength(12)
    expect(screen.getByRole('button', { name: 'Show 13 products' })).toBeTruthy()
    fireEvent.click(within(group).getByRole('button', { name: /^Department 8/ }))
    const chosen = await screen.findByRole('button', { name: 'Show 2 products' })
    expect(within(group).getByRole('button', { name: /^Dairy/ }).textContent).toBe('Dairy1')
    fireEvent.click(chosen)
    await waitFor(() => expect(names()).toHaveLength(2))
    await waitFor(() => expect(address()).toContain('department=Department+8'))
  })

  it('says which words it corrected or left out', async () => {
    const test = await aDevice()
    show(test, '?q=thihgs')
    expect(await screen.findByText('Showing results for “thighs”.')).toBeTruthy()
    await type('whole milk zzzzz')
    expect(await screen.findByText('No product matches every word, so we left out “zzzzz”.')).toBeTruthy()
  })

  it('shows products of a much commoner word after those of the typed word, and says so', async () => {
    const named = (product_no: string, name: string) => ({ ...MILK, product_no, name })
    const common = [1, 2, 3, 4, 5].map((place) => named(`B${place}`, `Whole Broccoli ${place}`))
    const test = await aDevice({ list: [...common, named('C1', 'Whole Brocolli Florets')] })
    show(test, '?q=brocolli')
    expect(await screen.findByText('Also showing results for “broccoli”.')).toBeTruthy()
    await waitFor(() => expect(names()).toEqual(['Whole Brocolli Florets']))
    expect(screen.getByText(/^1 product and 5 similar/).getAttribute('role')).toBe('status')
    expect(screen.getByRole('heading', { name: 'Similar' })).toBeTruthy()
    const similar = () =>
      within(screen.getByRole('list', { name: 'Similar products' }))
        .getAllByRole('link')
        .map(({ textContent }) => textContent)
    expect(similar()).toEqual(common.map(({ name }) => name))
    fireEvent.click(screen.getByRole('button', { name: 'Show as grid' }))
    await waitFor(() => expect(similar()).toHaveLength(5))
    expect(screen.getByRole('heading', { name: 'Similar' })).toBeTruthy()
  })

  it('leads with the keyboard from the products found to the similar ones, and back', async () => {
    const named = (product_no: string, name: string, pack: string) => ({ ...MILK, product_no, name, pack })
    const test = await aDevice({
      list: [named('B1', 'Whole Milk Small', '500 ml'), named('B2', 'Whole Milk Large', '2 l')],
    })
    show(test, '?q=milk+2l')
    await screen.findByRole('heading', { name: 'Similar' })
    const [large, small] = [quantityOf('Whole Milk Large'), quantityOf('Whole Milk Small')]
    fireEvent.keyDown(await field(), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(large)
    fireEvent.keyDown(large, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(small)
    fireEvent.keyDown(small, { key: 'ArrowUp' })
    expect(document.activeElement).toBe(large)
    fireEvent.keyDown(large, { key: 'Enter' })
    expect(document.activeElement).toBe(small)
  })

  it('shows where the similar products begin on any page', async () => {
    const at = (count: number, pack: string) =>
      Array.from({ length: count }, (_, place) => ({
        ...MILK,
        product_no: `${pack}-${place}`,
        name: `Whole Milk ${pack} ${place}`,
        pack,
      }))
    const test = await aDevice({ list: [...at(30, '2l'), ...at(30, '5l')] })
    show(test, '?q=milk+2l&page=2')
    await screen.findByRole('heading', { name: 'Similar' })
    expect(names()).toHaveLength(6)
    const similar = within(screen.getByRole('list', { name: 'Similar products' }))
    await waitFor(() => expect(similar.getAllByRole('listitem')).toHaveLength(18))
    fireEvent.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Products found' })).toBeNull())
    expect(screen.getByText('49 to 60 of 60 products, 30 as typed')).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Similar' })).toBeTruthy()
  })

  it('offers to clear only the filters if they leave nothing, and says how many that finds', async () => {
    const test = await aDevice()
    show(test, '?q=chicken&department=Dairy')
    expect(await screen.findByText('No products found for “chicken” with these filters.')).toBeTruthy()
    expect(await screen.findByText('2 products without filters')).toBeTruthy()
    const offered = within(screen.getByRole('region', { name: 'Products' }))
    fireEvent.click(offered.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Chicken Breasts']))
    expect(shownIn(await field())).toBe('chicken')
    expect(document.activeElement).toBe(await field())
    await waitFor(() => expect(address()).toMatch(/\?q=chicken$/))
  })

  it('keeps the text when the filters beside it are cleared', async () => {
    const test = await aDevice()
    show(test, '?q=chicken&storage_type=frozen')
    await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Chicken Breasts']))
    expect(shownIn(await field())).toBe('chicken')
  })

  it('says that nothing was found, and offers to clear text and filters', async () => {
    const test = await aDevice()
    show(test, '?q=milk&storage_type=frozen')
    expect(await screen.findByText('No products found for “milk” with these filters.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear text and filters' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(shownIn(await field())).toBe('')
    await waitFor(() => expect(address()).toBe(`/orders/create/search-${HEAD.id}`))
  })
})

describe('before anything is typed', () => {
  const usualNames = async () =>
    within(await screen.findByRole('list', { name: 'You usually buy' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent)

  it('shows the customer’s usual products, most frequent first, with quantities, offline too', async () => {
    const test = await aDevice()
    await putPurchases(test, { A2: 2, A10: 9, gone: 30 })
    await withoutSignal(test)
    show(test)
    expect(await usualNames()).toEqual(['Whole Milk', 'Chicken Breasts'])
    const usual = within(screen.getByRole('list', { name: 'You usually buy' }))
    fireEvent.click(usual.getByRole('button', { name: 'One more of Whole Milk' }))
    await waitFor(async () => expect(await test.user.database.outbox.count()).toBe(1))
    await type('chicken')
    await waitFor(() => expect(screen.queryByRole('list', { name: 'You usually buy' })).toBeNull())
  })

  it('adds what was last ordered with the first tap on a usual product, and one with the next', async () => {
    const test = await aDevice()
    await putPurchases(test, { A2: 2, A10: 9 })
    const line = { product_no: 'A10', quantity: 4 }
    const order = { id: 'o1', customerId: HEAD.customerId, orderNo: '110244', lines: [line] }
    await keepOrder(test.user.database, order as unknown as TrackedOrder)
    show(test)
    fireEvent.click(await screen.findByRole('button', { name: 'Add 4 of Whole Milk' }))
    fireEvent.click(await screen.findByRole('button', { name: 'One more of Whole Milk' }))
    expect(screen.getByRole('button', { name: 'One more of Chicken Breasts' })).toBeTruthy()
    expect(shownIn(quantityOf('Whole Milk'))).toBe('5')
    await waitFor(async () =>
      expect((await test.user.database.outbox.toArray()).map(({ operation }) => operation)).toMatchObject([
        { kind: 'add', product_no: 'A10', quantity: 5 },
      ]),
    )
  })

  it('shows the departments, largest first, with links to their products', async () => {
    const test = await aDevice()
    show(test)
    const departments = within(await screen.findByRole('navigation', { name: 'Departments' }))
    await departments.findByRole('button', { name: /^Meat/ })
    expect(departments.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Meat2',
      'Dairy1',
    ])
    fireEvent.click(departments.getByRole('button', { name: /^Dairy/ }))
    await waitFor(() => expect(names()).toEqual(['Whole Milk']))
    await waitFor(() => expect(address()).toMatch(/\?department=Dairy$/))
    expect(screen.queryByRole('navigation', { name: 'Departments' })).toBeNull()
  })

  it('leads from the usual products to all products', async () => {
    const test = await aDevice()
    await putPurchases(test, { A10: 3 })
    show(test)
    expect(await usualNames()).toEqual(['Whole Milk'])
    expect(names()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'All products' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    await waitFor(() => expect(address()).toMatch(/\?all=1$/))
    expect(screen.queryByRole('list', { name: 'You usually buy' })).toBeNull()
    await type('milk')
    await waitFor(() => expect(address()).toMatch(/\?q=milk$/))
  })

  it('shows eight of many on a phone, and the rest on request', async () => {
    const many = Array.from({ length: 11 }, (_, at) => ({
      ...MILK,
      product_no: `M${at}`,
      name: `Whole ${at}`,
    }))
    const test = await aDevice({ list: many })
    await putPurchases(test, Object.fromEntries(many.map(({ product_no }) => [product_no, 1])))
    show(test)
    expect(await usualNames()).toHaveLength(8)
    fireEvent.click(screen.getByRole('button', { name: 'Show all 11' }))
    await waitFor(async () => expect(await usualNames()).toHaveLength(11))
  })
})

describe('searching without the list on the device', () => {
  const found = { data: [THIGHS], total: 1, page: 1, pageLength: 24 }

  it('asks the server, with the filters’ parameter names', async () => {
    const test = await aDevice({ list: [] })
    test.server.on(productSearch.search, () => found)
    show(test, '?q=thighs&storage_type=chilled')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
    const [call] = test.server.calls.filter(({ endpoint }) => endpoint === productSearch.search)
    expect(call?.input).toMatchObject({
      params: { id: HEAD.id },
      body: { queryString: 'thighs', storage_type: 'chilled', page: 1, pageLength: 24, sort_by: 'relevance' },
    })
  })

  it('shows the failure and the download’s progress, and can be retried', async () => {
    const test = await aDevice({ list: [] })
    test.server.on(productSearch.search, () => {
      throw noSignal()
    })
    show(test, '?q=thighs')
    const said = await failure('No products downloaded yet.')
    expect(screen.queryByText(/No products found/)).toBeNull()
    test.server.on(productSearch.search, () => found)
    fireEvent.click(within(said).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
  })

  it('searches a partial list if the server is unreachable, and says so', async () => {
    const test = await aDevice({ list: [THIGHS], through: 'A1' })
    show(test, '?q=thighs')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
    expect(screen.getByText(/1 product downloaded so far/)).toBeTruthy()
  })

  it('never reports no results from a partial list', async () => {
    const test = await aDevice({ list: [THIGHS], through: 'A1' })
    show(test, '?q=milk')
    await failure('The product list has not finished downloading')
    expect(screen.queryByText(/No products found/)).toBeNull()
  })

  it('finds products automatically once the list has arrived', async () => {
    const test = await aDevice({ list: [] })
    show(test, '?q=milk')
    await failure('No products downloaded yet.')
    await putList(test.user.database, LIST)
    await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  })
})

describe('the view', () => {
  it('switches between list and grid, and is saved', async () => {
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
  it('narrow the text to the category with most of its results', async () => {
    const test = await aDevice({
      list: [...LIST, { ...MILK, product_no: 'A11', name: 'Whole Chicken', category: 'Birds' }],
    })
    show(test)
    await type('chicken')
    await waitFor(() => expect(names()).toHaveLength(3))
    fireEvent.click(screen.getByRole('button', { name: 'Chicken' }))
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Chicken Breasts']))
    await waitFor(() => expect(address()).toMatch(/\?q=chicken&category=Chicken$/))
    expect(screen.queryByRole('button', { name: 'Birds' })).toBeNull()
  })
})

describe('the trolly of a search', () => {
  it('cannot be changed while its order is being placed, and says so', async () => {
    const test = await aDevice()
    await test.user.database.outbox.add(
      aRecord({
        lane: `trolly:${HEAD.id}`,
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

  it('cannot be changed by a user who may only browse, and says so', async () => {
    const test = await aDevice({ user: aUser({ can_place_orders: 0 }) })
    show(test)
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(screen.getByText(/^You can browse but not order/)).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: /^Quantity/ })).toBeNull()
  })

  it('is reported as not on this device if nobody knows it', async () => {
    const test = await aDevice()
    await test.user.database.trollies.clear()
    test.server.on(trollies.get, () => {
      throw noSignal()
    })
    show(test)
    await failure('The trolly is not on this device.')
  })
})
