import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { products } from '#contract/products.ts'
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
import { withoutSignal } from './search-screen.tsx'

vi.setConfig({ testTimeout: 30_000 })

const HEAD = aHead()
const product = (parts: Partial<Product> = {}): Product => ({ ...aProduct(), pricePence: 1_250, ...parts })

const aDevice = async (list: readonly Product[]) => {
  const test = aTestDevice()
  await putOrdering(test, HEAD, { list })
  return test
}
const show = (test: TestDevice, { id = 'A1', search = `?trolly=${HEAD.id}` } = {}) =>
  renderOn(test, <Screen id={id} />, { path: `/orders/create/search/product-${id}${search}` })
const valueOfTerm = (term: string) => screen.getByText(term).nextElementSibling?.textContent

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

  it('links to the same product in the other unit', async () => {
    const test = await aDevice([
      product({ unit: 'case', otherUnitProductNo: 'A1E' }),
      product({ product_no: 'A1E', pack: '500 g', pricePence: 299 }),
    ])
    show(test)
    const link = await screen.findByRole('link', { name: '500 g · £2.99' })
    expect(link.getAttribute('href')).toBe(`/orders/create/search/product-A1E?trolly=${HEAD.id}`)
  })

  it('says that ingredients are not on this device, and shows them when possible', async () => {
    const test = await aDevice([product()])
    show(test)
    expect(await screen.findByText(/^Ingredients, description and origin need a connection/)).toBeTruthy()
    test.server.on(products.get, () => ({
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
    test.server.on(products.get, () => ({
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
    test.server.on(products.get, () => ({ ...product(), ingredients: '', description: '', origin: '' }))
    show(test)
    expect(await screen.findByRole('heading', { name: 'Chicken Thighs' })).toBeTruthy()
  })

  it('distinguishes an unknown product from an unreachable server', async () => {
    const test = await aDevice([])
    const unreachable = show(test, { id: 'ZZ' })
    expect(await screen.findByText(/^This product is not on this device/)).toBeTruthy()
    unreachable.unmount()
    test.server.on(products.get, () => {
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
})
