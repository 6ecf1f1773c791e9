import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { findProducts } from '#src/store/products/pricing.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { aProduct } from '#tests/support/signed-in.tsx'

test('every product of a long list is found with its price, in the order asked for', async () => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  const known = Array.from({ length: 200 }, (_, index) => `${1000 + index}`)
  await database.products.bulkPut(known.map((product_no) => aProduct({ product_no })))
  await database.prices.bulkPut(
    known.slice(1).map((product_no) => ({ priceListId: 'PUBS', product_no, pence: Number(product_no) })),
  )
  const asked = [...known.toReversed(), 'unknown']
  const found = await findProducts(database, 'PUBS', asked)
  expect([...found.keys()]).toEqual(known.toReversed())
  expect(found.get('1001')?.pricePence).toBe(1001)
  expect(found.get('1199')?.pricePence).toBe(1199)
  expect(found.get('1000')?.pricePence).toBeNull()
})
