import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { SalesUnit } from '#domain/product.ts'
import { findQuickLine } from '#src/store/products/find-quick-line.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { aProduct } from '#tests/support/signed-in.tsx'

const withProducts = async (products: Record<string, string[]>, unit: SalesUnit = 'each') => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  const rows = Object.entries(products).map(([product_no, gtins]) => aProduct({ product_no, gtins, unit }))
  await database.products.bulkPut(rows)
  return async (text: string) => {
    const decision = await findQuickLine(database, 'PUBS', text)
    if (decision.is === 'unclear')
      return decision.choices.map(({ product, quantity }) => `${quantity} × ${product.product_no}`)
    if (decision.is === 'found') return `${decision.quantity} × ${decision.product.product_no}`
    return decision.is === 'refused' ? decision.refused : decision
  }
}

const RANGE = {
  '887226': ['5000157024671'],
  '001234': ['012345678905'],
  '12': [],
  '6': [],
  'CO&OP1': [],
  'MINCE 5KG': [],
  MINCE: [],
  'Y#7': ['5012345678900'],
  'Y#8': ['5012345678900'],
  '0077': [],
  '077': [],
}

describe('a line is read with the products of the device', () => {
  it.each([
    ['6 x 887226', '6 × 887226'],
    ['887226 x 6', '6 × 887226'],
    ['6x887226', '6 × 887226'],
    ['6 887226', '6 × 887226'],
    ['887226;6', '6 × 887226'],
    ['887226\t1,000', '1000 × 887226'],
    ['co&op1 3', '3 × CO&OP1'],
    ['MINCE 5KG 3', '3 × MINCE 5KG'],
    ['mince 5kg', '1 × MINCE 5KG'],
    ['12 6', '6 × 12'],
    ['887226|6', '6 × 887226'],
    ['887226\tBeans, 6 x 400g\t6', '6 × 887226'],
    ['6\t887226\tBeans, 6 x 400g', '6 × 887226'],
    ['2 ea 887226', '2 × 887226'],
    ['887226 - 6', '6 × 887226'],
    ['887226: 6', '6 × 887226'],
    ['887226=6', '6 × 887226'],
    ['887226 qty 6', '6 × 887226'],
    ['- 887226 x 6', '6 × 887226'],
    ['• 6 x 887226', '6 × 887226'],
    ['887226 x 2 each', '2 × 887226'],
  ])('%j orders %s', async (text, found) => {
    expect(await (await withProducts(RANGE))(text)).toBe(found)
  })

  it.each([
    ['1234 2', '2 × 001234'],
    ['0887226', '1 × 887226'],
    ['012345678905', '1 × 001234'],
    ['0012345678905', '1 × 001234'],
    ['12345678905 4', '4 × 001234'],
    ['05000157024671', '1 × 887226'],
  ])('%j is found with other leading zeros, as %s', async (text, found) => {
    expect(await (await withProducts(RANGE))(text)).toBe(found)
  })

  it.each([
    ['6 x 12', ['6 × 12', '12 × 6']],
    ['77', ['1 × 0077', '1 × 077']],
    ['5012345678900 2', ['2 × Y#7', '2 × Y#8']],
  ])('%j may be several things, so it is a question', async (text, choices) => {
    const asked = await (await withProducts(RANGE))(text)
    expect([asked].flat().toSorted()).toEqual(choices.toSorted())
  })

  it.each(['2 cs 887226', '2 cases of 887226', '887226 2 cs', '887226, 2 ctn'])(
    '%j orders cases alone',
    async (text) => {
      expect(await (await withProducts(RANGE, 'case'))(text)).toBe('2 × 887226')
      expect(await (await withProducts(RANGE, 'each'))(text)).toBe('other_unit')
    },
  )

  it('a number that ends another code is a question too', async () => {
    expect(await (await withProducts({ MINCE: [], 'MINCE 5': [] }))('MINCE 5')).toEqual([
      '5 × MINCE',
      '1 × MINCE 5',
    ])
  })

  it.each([
    ['887226 1.000', 'unclear'],
    ['887226 1.5', 'not_whole'],
    ['999999 3', { is: 'unknown', code: '999999' }],
    ['chopped tomatoes', { is: 'unknown', code: 'chopped tomatoes' }],
    ['x'.repeat(101), { is: 'unknown', code: null }],
  ])('%j orders nothing', async (text, decision) => {
    expect(await (await withProducts(RANGE))(text)).toEqual(decision)
  })
})
