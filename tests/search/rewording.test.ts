import { expect, it } from 'vitest'
import type { IndexedProduct } from '#search/index/index-content.ts'
import { createProductIndex } from '#search/index/product-index.ts'
import { parseSearch } from '#search/query.ts'
import { type SearchIndex, search } from '#search/search.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { makeProducts } from '#server/db/demo/products.ts'

/** What a search does to the typed words, on a few named products. */

const [ROW] = makeProducts(1, 10).map(({ row }) => row as IndexedProduct)
const TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)

/** @param names with a pack and a category after "|" */
const searchIn = async (names: string[], typed: string) => {
  if (!ROW) throw new Error('The demo has no products')
  const index = createProductIndex()
  index.apply(
    new Map(
      names.map((text, at) => {
        const [name = '', pack = '', category = ''] = text.split('|')
        const facts = {
          brand: '',
          pack,
          gtins: [],
          category,
          group: '',
          department: '',
          suitableFor: [],
        }
        return [`N${at}`, { ...ROW, ...facts, name, product_no: `N${at}`, salesRank: at }]
      }),
    ),
  )
  const asked = { terms: TERMS, purchases: new Map(), filterWords: [], sort: 'relevance' as const }
  const query = parseSearch(typed, TERMS)
  const { product_nos, ...found } = await index.find({ ...asked, query, offset: 0, limit: 24 })
  return { ...found, names: product_nos.map((product_no) => names[Number(product_no.slice(1))]) }
}

it.each([
  ['gluten free sausages', ['Pork Sausages', 'Gluten Free Bread']],
  ['gf sausages', ['Pork Sausages', 'Gluten Free Bread']],
  ['dairy free spread', ['Chocolate Spread', 'Dairy Free Cheese', 'Fat Free Spread']],
  ['nutfree bar', ['Nut Bar', 'Oat Bar']],
  ['vegan burger', ['Beef Burger', 'Vegan Cheese']],
  ['halal bar', ['Halls Bar', 'Halal Chicken']],
  ['alcohol free wine', ['Red Wine', 'Alcohol Free Beer']],
])('finds nothing for %s rather than something its reader must not serve', async (typed, names) => {
  expect((await searchIn(names, typed)).names).toEqual([])
})

it('drops other words but keeps the dietary ones', async () => {
  const found = await searchIn(['Dairy Free Ice Cream', 'Vanilla Ice Cream'], 'cheap dairy free ice cream')
  expect(found).toMatchObject({ names: ['Dairy Free Ice Cream'], dropped: ['cheap'] })
})

it('keeps a size beside the words that are left', async () => {
  const names = ['Orangeade|500 ml', 'Orangeade|330 ml', 'Lemonade|330 ml']
  expect(await searchIn(names, 'sparkling orangeade 330ml')).toMatchObject({
    names: ['Orangeade|330 ml', 'Orangeade|500 ml'],
    similarFrom: 1,
    dropped: ['sparkling'],
  })
})

it('drops the word that most products have', async () => {
  const names = ['Garlic Purée', 'Ginger Powder', 'Baking Powder', 'Custard Powder']
  expect(await searchIn(names, 'garlic powder')).toMatchObject({
    names: ['Garlic Purée'],
    dropped: ['powder'],
  })
})

it('corrects only the word that no product has, and reports only that', async () => {
  const names = ['Mature Cheddar', 'Matire Cheddar', 'Mature Brie']
  expect(await searchIn(names, 'mature chedder')).toMatchObject({
    names: ['Mature Cheddar'],
    corrections: [{ typed: 'chedder', meant: 'cheddar' }],
  })
})

it('ranks first the product named by the last word', async () => {
  const names = ['Milk Chocolate', 'Chocolate Milk']
  expect((await searchIn(names, 'chocolate milk')).names[0]).toBe('Chocolate Milk')
  expect((await searchIn(names, 'milk chocolate')).names[0]).toBe('Milk Chocolate')
  expect((await searchIn(names, 'chocolate milk 2l')).names[0]).toBe('Chocolate Milk')
})

it('sets products of another size apart, and then those of another kind', async () => {
  const orangeade = 'Orangeade|24 × 330 ml|Cola & Fizzy Drinks'
  const colas = ['Diet Cola|24 × 330 ml', 'Cola|500 ml']
  const names = [orangeade, ...colas]
  expect(await searchIn(names, 'cola 330')).toEqual({
    names: [...colas, orangeade],
    total: 3,
    similarFrom: 1,
  })
  const { names: found, similarFrom } = await searchIn(names, 'coka cola 330')
  expect([found, similarFrom]).toEqual([[...colas, orangeade], undefined])
})

it.each(['cola 200', 'cola 200ml', 'cola 0.2l', 'dozen cola'])(
  'leaves out a size that no product of the kind has: %s',
  async (typed) => {
    const found = await searchIn(['Cola|500 ml', 'Orangeade|24 × 200 ml', 'Lemonade|12 × 1 l'], typed)
    expect(found.names).toEqual(['Cola|500 ml'])
    expect(found.dropped).toHaveLength(1)
    expect(found).not.toHaveProperty('similarFrom')
  },
)

it.each([
  ['sugar 5', ['Sugar|5 kg', 'Sugar|500 g']],
  ['eggs 30', ['Eggs|30 pack', 'Eggs|300']],
  ['pizza 12', ['Pizza|12"', 'Pizza|120 g']],
])('reads a number as a size before it reads one as the beginning of another: %s', async (typed, names) => {
  expect((await searchIn([...names].reverse(), typed)).names).toEqual(names)
})

it('sets products of a likely correction apart', async () => {
  const common = Array.from({ length: 5 }, (_, at) => `Broccoli ${String.fromCharCode(97 + at)}`)
  expect(await searchIn([...common, 'Brocolli Florets'], 'brocolli')).toMatchObject({
    names: ['Brocolli Florets', ...common],
    also: true,
    similarFrom: 1,
  })
})

it('asks a bounded number of questions about eight trade words', async () => {
  let asked = 0
  const index: SearchIndex<{ total: number }> = {
    isNarrowed: false,
    find: async () => ({ total: 0 }),
    areMet: async (queries) => {
      asked += queries.length
      return queries.map(() => false)
    },
    counts: async (words) => words.map(() => 1),
    isCode: async () => false,
    near: async () => [],
    known: async (words) => new Set(words),
  }
  const query = parseSearch('chx evoo mayo oj bbq veg toms spuds', TERMS)
  if (!query) throw new Error('Nothing was typed')
  await search(index, query, TERMS)
  expect(asked).toBeGreaterThan(8)
  expect(asked).toBeLessThanOrEqual(100)
})

it('does not take a word of the trade for a slip: no cake for coke', async () => {
  expect((await searchIn(['Chocolate Fudge Cake', 'Carrot Cake'], 'coke')).names).toEqual([])
  expect((await searchIn(['Coca Cola', 'Carrot Cake'], 'coke')).names).toEqual(['Coca Cola'])
})
