import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { productSearch } from '#contract/product-search.ts'
import type { Product } from '#domain/product.ts'
import { Screen } from '#src/screens/orders/create/search/product.tsx'
import { keepDraft } from '#src/sync/trollies/drafts.ts'
import { refusal } from '#tests/support/fake-api.ts'
import {
  aCustomer,
  aHead,
  aProduct,
  aTestDevice,
  renderOn,
  type TestDevice,
} from '#tests/support/signed-in.tsx'
import { putOrdering } from './ordering.ts'
import { aDevice as aSearchingDevice, HEAD as SEARCHED, withoutSignal } from './search-screen.tsx'

vi.setConfig({ testTimeout: 30_000 })

const HEAD = aHead()
const AUTUMN = {
  id: 'd1',
  name: 'Autumn offer',
  customerId: null,
  priceListId: null,
  productNo: null,
  brand: null,
  category: null,
  kind: 'percent' as const,
  basisPoints: 1_000,
  offUnitPence: 0,
  minimumUnits: 5,
  minimumNetPence: 0,
  validFrom: null,
  validTo: null,
  combines: false,
  onPromotions: false,
  capPence: null,
  active: true,
}
const product = (parts: Partial<Product> = {}): Product => ({ ...aProduct(), pricePence: 1_250, ...parts })

const aDevice = async (list: readonly Product[], customer: Parameters<typeof aCustomer>[0] = {}) => {
  const test = aTestDevice()
  await putOrdering(test, HEAD, { list, customer })
  return test
}
const show = (test: TestDevice, { id = 'A1', search = `?trolly=${HEAD.id}` } = {}) =>
  renderOn(test, <Screen id={id} />, { path: `/orders/create/search/product-${id}${search}` })
const valueOfTerm = (term: string | RegExp) => screen.getByText(term).nextElementSibling?.textContent

describe('the page of a product', () => {
  it('adds it to the trolly', async () => {
    const test = await aDevice([product()])
    await withoutSignal(test)
    show(test)
    fireEvent.click(await screen.findByRole('button', { name: 'One more of Chicken Thighs' }))
    expect(await screen.findByText('On this device')).toBeTruthy()
    const [record] = await test.user.database.outbox.toArray()
    expect(record).toMatchObject({
      lane: `trolly:${HEAD.id}`,
      operation: { kind: 'add', product_no: 'A1', quantity: 1, seenPricePence: 1_250 },
    })
  })

  it('says that it is in stock, which a row omits', async () => {
    show(await aDevice([product({ stockQuantity: 100 })]))
    expect(await screen.findByText('In stock')).toBeTruthy()
  })

  it('uses the current trolly if the address names none', async () => {
    const test = await aDevice([product()])
    show(test, { search: '' })
    expect(await screen.findByRole('group', { name: 'Quantity of Chicken Thighs' })).toBeTruthy()
  })

  it('never claims that an undeclared product is free from anything', async () => {
    const test = await aDevice([product({ contains: null, mayContain: [] })])
    show(test)
    await screen.findByRole('heading', { name: 'Allergens' })
    expect(valueOfTerm('Contains')).toBe('Not declared, please ask us')
    expect(valueOfTerm('May contain')).toBe('None of the 14 allergens')
    expect(screen.getByText(/Allergens are not fully declared/)).toBeTruthy()
    expect(screen.queryByText(/free from/i)).toBeNull()
  })

  it('lists its allergens in a fixed order, without a warning if all are declared', async () => {
    const test = await aDevice([product({ contains: ['milk', 'celery', 'eggs'], mayContain: ['nuts'] })])
    show(test)
    await screen.findByRole('heading', { name: 'Allergens' })
    expect(valueOfTerm('Contains')).toBe('Celery, eggs, milk')
    expect(valueOfTerm('May contain')).toBe('Nuts')
    expect(screen.queryByText(/Allergens are not fully declared/)).toBeNull()
  })

  it('names an allergen and a storage type that only a newer server knows', async () => {
    const newer = { contains: ['insects', 'milk'], storageType: 'cool box' } as unknown as Parameters<
      typeof product
    >[0]
    const test = await aDevice([product(newer)])
    show(test)
    await screen.findByRole('heading', { name: 'Allergens' })
    expect(valueOfTerm('Contains')).toBe('Milk, insects')
    expect(valueOfTerm('Storage')).toBe('Cool box')
  })

  it('shows the estimated price of a weighed product', async () => {
    const test = await aDevice([product({ catchWeight: true, estimatedWeightGrams: 2_500, pricePence: 899 })])
    show(test)
    expect(
      await screen.findByText('About 2.5 kg each, so about £22.48. You pay for what it weighs.'),
    ).toBeTruthy()
    expect(screen.getByText('per kg')).toBeTruthy()
  })

  it('has case and each side by side, and either can be added', async () => {
    const test = await aDevice([
      product({ unit: 'case', otherUnitProductNo: 'A1E', unitCount: 6, pricePence: 1_500 }),
      product({ product_no: 'A1E', pack: '500 g', pricePence: 299 }),
    ])
    show(test)
    const link = await screen.findByRole('link', { name: 'Each · 500 g' })
    expect(link.getAttribute('href')).toBe(`/orders/create/search/product-A1E?trolly=${HEAD.id}`)
    expect(screen.getByText(/16% less for the same amount/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'One more of Chicken Thighs, each' }))
    await waitFor(async () =>
      expect(await test.user.database.outbox.toArray()).toMatchObject([
        { operation: { kind: 'add', product_no: 'A1E', quantity: 1 } },
      ]),
    )
  })

  it('says what it costs by quantity, when it was bought, and when more of it comes', async () => {
    const test = await aDevice([product({ stockQuantity: 0 })], {
      discounts: [AUTUMN],
    })
    test.server.on(productSearch.get, () => ({
      ...product({ stockQuantity: 0 }),
      ingredients: '',
      description: '',
      origin: '',
      expectedOn: '2199-12-03',
      expectedQuantity: 40,
      bought: [
        { day: '2020-11-20', quantity: 4, unitPricePence: 1_250 },
        { day: '2020-11-13', quantity: 2, unitPricePence: 1_199 },
      ],
    }))
    show(test)
    expect(await screen.findByText(/^40 more expected Tue 3 Dec/)).toBeTruthy()
    expect(valueOfTerm('From 5')).toBe('£11.25 each · Autumn offer')
    expect(valueOfTerm('Last')).toMatch(/^4 on Fri 20 Nov/)
    expect(valueOfTerm(/^From Fri 20 Nov/)).toBe('£12.50 each')
    expect(valueOfTerm(/^From Fri 13 Nov/)).toBe('£11.99 each')
  })

  it('says that ingredients are not on this device, and shows them when possible', async () => {
    const test = await aDevice([product()])
    show(test)
    expect(await screen.findByText(/^Ingredients, description and origin need a connection/)).toBeTruthy()
    test.server.on(productSearch.get, () => ({
      ...product(),
      ingredients: 'Chicken',
      description: '',
      origin: 'United Kingdom',
    }))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('United Kingdom')).toBeTruthy()
    expect(screen.getByText('Not provided')).toBeTruthy()
  })

  it('emphasises declared allergens in its ingredients', async () => {
    const test = await aDevice([product({ contains: ['gluten'], mayContain: [] })])
    test.server.on(productSearch.get, () => ({
      ...product({ contains: ['gluten'], mayContain: [] }),
      ingredients: 'Chicken, WHEAT flour, butter',
      description: '',
      origin: '',
    }))
    show(test)
    const word = await screen.findByText('WHEAT')
    expect(word.tagName).toBe('STRONG')
    expect(word.parentElement?.textContent).toBe('Chicken, WHEAT flour, butter')
    expect(word.parentElement?.querySelectorAll('strong')).toHaveLength(1)
  })

  it('is loaded from the server if the list is not on the device', async () => {
    const test = await aDevice([])
    test.server.on(productSearch.get, () => ({ ...product(), ingredients: '', description: '', origin: '' }))
    show(test)
    expect(await screen.findByRole('heading', { name: 'Chicken Thighs' })).toBeTruthy()
  })

  it('distinguishes an unknown product from an unreachable server', async () => {
    const test = await aDevice([])
    const unreachable = show(test, { id: 'ZZ' })
    expect(await screen.findByText(/^This product is not on this device/)).toBeTruthy()
    unreachable.unmount()
    test.server.on(productSearch.get, () => {
      throw refusal('product_not_found')
    })
    show(test, { id: 'ZZ' })
    await waitFor(() =>
      expect(screen.getByText('No product with code ZZ. It may no longer be sold.')).toBeTruthy(),
    )
  })

  it('creates a trolly with the first product added if there is none', async () => {
    const test = await aDevice([product()])
    const { database } = test.user
    await database.trollies.clear()
    await keepDraft(database, { customer: aCustomer(), deliveryDay: null })
    show(test, { search: '' })
    fireEvent.click(await screen.findByRole('button', { name: 'One more of Chicken Thighs' }))
    await waitFor(async () =>
      expect((await database.outbox.toArray()).map(({ operation }) => operation.kind)).toEqual([
        'create',
        'add',
      ]),
    )
  })

  it('ends with the best sellers of its category', async () => {
    const test = await aSearchingDevice({
      list: [
        product({ category: 'Poultry' }),
        product({ product_no: 'A2', name: 'Chicken Wings', category: 'Poultry' }),
        product({ product_no: 'M1', name: 'Whole Milk', category: 'Milk' }),
      ],
    })
    show(test, { search: `?trolly=${SEARCHED.id}` })
    const related = await screen.findByRole('region', { name: 'More Poultry' })
    expect(within(related).getByRole('link', { name: /Chicken Wings/ })).toBeTruthy()
    expect(within(related).queryByRole('link', { name: /Thighs|Milk/ })).toBeNull()
  })
})
