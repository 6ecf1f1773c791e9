import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import type { Product } from '#domain/product.ts'
import { createIndexKeeper } from '#src/features/search/engine/index-keeper.ts'
import { hasChangedProducts } from '#src/store/products/index-parts.ts'
import { putProducts } from '#src/store/trollies/trollies.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { aProduct } from '#tests/support/signed-in.tsx'

const THIGHS: Product = { ...aProduct({ name: 'Chicken Thighs' }), pricePence: 1_250 }

const aDatabase = () => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  const keeper = createIndexKeeper(database)
  return {
    database,
    tell: (product: Product) =>
      database.transaction('rw', [database.products, database.prices, database.searchIndex], () =>
        putProducts(database, 'PUBS', [product]),
      ),
    catchUp: () => keeper.bringUpToDate(() => {}),
    isWaiting: () => hasChangedProducts(database),
  }
}

test('a product received with a trolly is recorded for the search index', async () => {
  const { tell, isWaiting, catchUp } = aDatabase()
  await tell(THIGHS)
  expect(await isWaiting()).toBe(true)
  await catchUp()
  expect(await isWaiting()).toBe(false)
})

test('a known product is recorded only if its search words change', async () => {
  const { tell, isWaiting, catchUp } = aDatabase()
  await tell(THIGHS)
  await catchUp()
  await tell({ ...THIGHS, stockQuantity: 3, pricePence: 1_300 })
  expect(await isWaiting()).toBe(false)
  await tell({ ...THIGHS, name: 'Chicken Thighs, boned' })
  expect(await isWaiting()).toBe(true)
})
