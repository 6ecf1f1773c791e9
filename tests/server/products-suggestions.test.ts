import { expect, it } from 'vitest'
import { createProductIndex } from '#search/index/product-index.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import { productsService } from '#server/features/products/products.service.ts'
import { aCustomer, anOrder, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database } = await startTestApp()
const { id: customerId, priceListId } = await aCustomer(database)
const user = await aUser(database, { customerIds: [customerId] })
const trollyId = await aTrolly(database, { customerId, createdBy: user.id })
const names = ['Chopped Tomatoes', 'Plum Tomatoes', 'Tomato Ketchup', 'Whole Milk']
const product_nos = await Promise.all(
  names.map((name) => aProduct(database, { name, priceListId, brand: 'Redfield' })),
)
await anOrder(database, { customerId, product_nos: [product_nos[1] ?? ''], placedAt: new Date() })

const indexed = async () => {
  const index = createProductIndex()
  const products = await readProducts(database, product_nos, priceListId)
  index.apply(new Map(products.map((product) => [product.product_no, product])))
  return index
}

const asker = {
  caller: { ...user, userId: user.id, isStaff: false } as never,
  signal: new AbortController().signal,
}

it('suggests what the customer buys first, with what tells products apart', async () => {
  const index = await indexed()
  const service = productsService({ database, now: () => new Date(), suggest: index.suggest })
  const suggestions = await service.suggestions(asker, { id: trollyId }, 'tom')
  expect(suggestions[0]).toMatchObject({ kind: 'product', text: 'Plum Tomatoes', product_no: product_nos[1] })
  expect(suggestions[0]?.detail).toContain('Redfield')
  const terms = suggestions.filter(({ kind }) => kind === 'term').map(({ text }) => text)
  expect(terms).toEqual(expect.arrayContaining(['tomato ketchup', 'chopped tomatoes']))
})
