import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { refreshProductDocuments } from '#server/db/products/product-documents.ts'
import { productDocuments } from '#server/db/schema/product-documents.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { withConnection } from '#server/db/transaction.ts'
import { searchService } from '#server/features/products/search/search.service.ts'
import { aProduct } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

/** Imports, screens and manual changes all write products; each must be found in its current form. */

const { database } = await testDatabase()
const search = searchService({ database, now: () => new Date() })
const find = async (queryString: string) =>
  (
    await search(
      {
        viewer: { userId: uuidv7(), isStaff: false },
        customerId: 'NOBODY',
        priceListId: 'NONE',
        purchases: new Map(),
      },
      { queryString },
    )
  ).data.map(({ product_no }) => product_no)

describe('a product’s search document', () => {
  it('follows every change that a search can see, and no other', async () => {
    const product_no = await aProduct(database, { name: 'Zanzibar cloves' })
    expect(await refreshProductDocuments(database)).toBe(1)
    expect(await find('zanzibar')).toEqual([product_no])

    await database
      .update(products)
      .set({ name: 'Madagascar cloves' })
      .where(eq(products.product_no, product_no))
    expect(await refreshProductDocuments(database)).toBe(1)
    expect(await find('zanzibar')).toEqual([])
    expect(await find('madagascar')).toEqual([product_no])

    await database.update(products).set({ description: 'Whole.' }).where(eq(products.product_no, product_no))
    await database.update(stock).set({ quantity: 3 }).where(eq(stock.product_no, product_no))
    expect(await refreshProductDocuments(database)).toBe(0)
  })

  it('is removed with the product, and restored with it', async () => {
    const product_no = await aProduct(database, { name: 'Tonka beans' })
    await refreshProductDocuments(database)
    await database.update(products).set({ active: false }).where(eq(products.product_no, product_no))
    // The page reads the product itself: one no longer sold is not shown, even before.
    expect(await find('tonka')).toEqual([])
    expect(await refreshProductDocuments(database)).toBe(1)
    await database.update(products).set({ active: true }).where(eq(products.product_no, product_no))
    await refreshProductDocuments(database)
    expect(await find('tonka')).toEqual([product_no])
    await database.delete(products).where(eq(products.product_no, product_no))
    expect(await find('tonka')).toEqual([])
  })

  it('is rebuilt if another build made it in another format', async () => {
    const product_no = await aProduct(database, { name: 'Sumac' })
    await refreshProductDocuments(database)
    await database
      .update(productDocuments)
      .set({ format: 0, words: sql`''::tsvector` })
      .where(eq(productDocuments.product_no, product_no))
    expect(await find('sumac')).toEqual([])
    expect(await refreshProductDocuments(database)).toBe(1)
    expect(await find('sumac')).toEqual([product_no])
  })

  it('is written within the product’s transaction, or not at all', async () => {
    await expect(
      withConnection(database, async (connection) => {
        await connection.$client.query('BEGIN')
        await connection.$client.query(
          "INSERT INTO products (product_no, name) VALUES ('ROLLED', 'Rolled back oats')",
        )
        expect(await refreshProductDocuments(connection)).toBe(1)
        throw new Error('Not after all')
      }),
    ).rejects.toThrow('Not after all')
    expect(await find('rolled')).toEqual([])
    expect(await refreshProductDocuments(database)).toBe(0)
  })

  it('can be built by two processes at once', async () => {
    for (let n = 0; n < 30; n += 1) await aProduct(database, { name: `Juniper ${n}` })
    await Promise.all([refreshProductDocuments(database), refreshProductDocuments(database)])
    expect(await refreshProductDocuments(database)).toBe(0)
    expect(await find('juniper')).toHaveLength(24)
  })

  it('is built in batches, and holds names of any kind', async () => {
    await database.execute(
      sql`INSERT INTO products (product_no, name) SELECT 'MANY' || n, 'Bulk ''quoted'' \\ back:slash ' || n FROM generate_series(1, 2500) n`,
    )
    const told: number[] = []
    expect(await refreshProductDocuments(database, { onProgress: (made) => told.push(made) })).toBe(2_500)
    expect(told).toEqual([1_000, 2_000, 2_500])
    expect(await find('quoted 2499')).toEqual(['MANY2499'])
  })
})
