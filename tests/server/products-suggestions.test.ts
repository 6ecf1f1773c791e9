import { expect, it } from 'vitest'
import { productSuggestions } from '#contract/product-suggestions.ts'
import { aCustomer, anOrder, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp()
const { id: customerId, priceListId } = await aCustomer(database)
const { id: userId, token } = await aUser(database, { customerIds: [customerId] })
const trollyId = await aTrolly(database, { customerId, createdBy: userId })
const names = ['Chopped Tomatoes', 'Plum Tomatoes', 'Tomato Ketchup', 'Whole Milk']
const product_nos = await Promise.all(
  names.map((name) => aProduct(database, { name, priceListId, brand: 'Redfield' })),
)
await anOrder(database, { customerId, product_nos: [product_nos[1] ?? ''], placedAt: new Date() })

it('suggests what the customer buys first, with what tells products apart', async () => {
  const query = { queryString: 'tom' }
  const { body } = await call(productSuggestions.find, { token, params: { id: trollyId }, query })
  expect(body.data[0]).toMatchObject({ kind: 'product', text: 'Plum Tomatoes', product_no: product_nos[1] })
  expect(body.data[0]?.detail).toContain('Redfield')
  const terms = body.data.filter(({ kind }) => kind === 'term').map(({ text }) => text)
  expect(terms).toEqual(expect.arrayContaining(['tomato ketchup', 'chopped tomatoes']))
})
