import { describe, expect, it } from 'vitest'
import { searchDocumentOf } from '#search/document.ts'
import { wantedFilterWords } from '#search/filters.ts'
import { createProductIndex, type IndexFound } from '#search/index/product-index.ts'
import { codeClassOf, isSimilar, levelIn, NO_LEVEL, type ResolvedQuery } from '#search/match.ts'
import { parseSearch } from '#search/query.ts'
import { type Matches, type Rewording, type SearchIndex, search } from '#search/search.ts'
import { compareProducts, type Purchases, SORTS, type Sort } from '#search/sort.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { isMetBy } from '#search/typos.ts'
import { pickOf, type RandomProduct, randomCatalogue, randomOf } from '#tests/search/random-catalogue.ts'
import { randomQuery } from '#tests/search/random-queries.ts'

const indexOf = (products: readonly RandomProduct[]) => {
  const index = createProductIndex()
  index.apply(new Map(products.map((product) => [product.product_no, product])))
  return index
}

const TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)
const PURCHASES: Purchases = new Map(
  randomCatalogue(1_500, 7).flatMap(({ product_no }, place) =>
    place % 9 === 4 ? [[product_no, 1 + (place % 3)]] : [],
  ),
)

type Asked = { text: string; filterWords?: string[]; sort?: Sort; offset?: number; limit?: number }

const askOf =
  (products: readonly RandomProduct[], index: ReturnType<typeof createProductIndex>) =>
  async ({ text, filterWords = [], sort = 'relevance', offset = 0, limit = 24 }: Asked) => {
    const prices = new Map(products.map(({ product_no, pricePence }) => [product_no, pricePence]))
    return await index.find({
      query: parseSearch(text, TERMS),
      terms: TERMS,
      purchases: PURCHASES,
      filterWords,
      sort,
      offset,
      limit,
      priceOf: (_, product_no) => prices.get(product_no) ?? null,
    })
  }

/** The definition of search/, applied to every product. */
const definition = (products: readonly RandomProduct[]) => {
  const documents = products.map((product) => ({ product, document: searchDocumentOf(product) }))
  const wordsOf = documents.map(({ document }) => [...document.nameWords, ...document.otherWords])
  const words = [...new Set(wordsOf.flat())]
  const meeting = (query: ResolvedQuery) =>
    documents.flatMap(({ product, document }) => {
      const level = levelIn(query, document)
      return level === NO_LEVEL ? [] : [{ product, document, level }]
    })
  return async ({ text, filterWords = [], sort = 'relevance', offset = 0, limit = 24 }: Asked) => {
    const pageOf = (found: ReturnType<typeof meeting>, isTyped: boolean) => {
      const filtered = found.filter(({ document }) =>
        filterWords.every((word) => document.markedWords.includes(word)),
      )
      const ranked = filtered
        .map(({ product, document, level }) => ({
          ...product,
          level,
          nameKey: document.nameKey,
          nameLength: isTyped ? document.nameLength : 0,
          timesBought: isTyped ? (PURCHASES.get(product.product_no) ?? 0) : 0,
        }))
        .sort(compareProducts(sort))
      return {
        product_nos: ranked.slice(offset, offset + limit).map(({ product_no }) => product_no),
        total: ranked.length,
        exact: ranked.filter(({ level }) => !isSimilar(level)).length,
        best: Math.min(...ranked.map(({ level }) => level)),
      }
    }
    const query = parseSearch(text, TERMS)
    if (query === undefined)
      return answerOf(
        pageOf(
          documents.map((one) => ({ ...one, level: 0 })),
          false,
        ),
      )
    const index: SearchIndex<ReturnType<typeof pageOf>> = {
      // Asks every query.
      isNarrowed: true,
      find: async (resolved) => pageOf(meeting(resolved), true),
      areMet: async (queries) => queries.map((resolved) => meeting(resolved).length > 0),
      counts: async (counted, most) =>
        counted.map((word) =>
          Math.min(most, wordsOf.filter((some) => some.some((other) => isMetBy(word, other))).length),
        ),
      isCode: async ({ code }) =>
        documents.some(({ document }) => codeClassOf(code, document.markedWords) !== undefined),
      near: async () => words,
      known: async (wanted) => new Set(wanted.filter((word) => words.includes(word))),
    }
    return answerOf(await search(index, query, TERMS))
  }
}

const answerOf = ({ exact: _, best: __, ...answer }: Matches & IndexFound & Rewording) => answer

describe('the index of the products on the device', () => {
  it('returns the defined results in the defined order', async () => {
    const products = randomCatalogue(1_050, 7)
    const ask = askOf(products, indexOf(products))
    const expected = definition(products)
    const random = randomOf(8)
    const pick = pickOf(random)
    for (let asked = 0; asked < 200; asked += 1) {
      const question: Asked = {
        text: randomQuery(products, random).text,
        sort: pick(SORTS).value,
        filterWords: random() < 0.3 ? wantedFilterWords({ storage_type: 'chilled' }) : [],
        offset: pick([0, 0, 24, 480]),
      }
      expect(await ask(question), JSON.stringify(question)).toEqual(await expected(question))
    }
  })

  it('counts every product, and pages to the last', async () => {
    const products = randomCatalogue(1_050, 7)
    const { product_nos, total } = await askOf(products, indexOf(products))({ text: '', offset: 1_032 })
    expect([product_nos.length, total]).toEqual([18, 1_050])
  })

  it('gives the same results after changes as a new index', async () => {
    const random = randomOf(21)
    const pick = pickOf(random)
    let products = randomCatalogue(1_500, 22)
    const spare = randomCatalogue(3_000, 23).slice(1_500)
    const index = indexOf(products)
    for (let round = 0; round < 6; round += 1) {
      const gone = new Set(Array.from({ length: 60 }, () => pick(products).product_no))
      const renamed = new Map(
        Array.from({ length: 60 }, () => pick(products)).map((product) => [
          product.product_no,
          { ...product, name: `${pick(spare).name} new`, salesRank: 3, promotion: !product.promotion },
        ]),
      )
      const added = spare.splice(0, 100)
      products = [
        ...products
          .filter(({ product_no }) => !gone.has(product_no))
          .map((p) => renamed.get(p.product_no) ?? p),
        ...added,
      ]
      index.apply(
        new Map([
          ...[...gone].map((product_no): [string, undefined] => [product_no, undefined]),
          ...[...renamed.values(), ...added]
            .filter(({ product_no }) => !gone.has(product_no))
            .map((product): [string, RandomProduct] => [product.product_no, product]),
        ]),
      )
      expect(index.size).toBe(products.length)
      const ask = askOf(products, index)
      const askAnew = askOf(products, indexOf(products))
      for (let asked = 0; asked < 60; asked += 1) {
        const question = { text: randomQuery(products, random).text, sort: pick(SORTS).value }
        expect(await ask(question), JSON.stringify(question)).toEqual(await askAnew(question))
      }
    }
  })

  it('reports the chunks that a change affects, and none if nothing searchable changed', () => {
    const products = randomCatalogue(2_500, 31)
    const index = indexOf(products)
    const [first, , second] = [products[0], products[1], products[2_400]]
    if (!first || !second) throw new Error('Too few products')
    expect(
      index.apply(new Map([[first.product_no, { ...first, stockQuantity: 3, vatBasisPoints: 2_000 }]])).size,
    ).toBe(0)
    const changed = index.apply(
      new Map([
        [first.product_no, undefined],
        [second.product_no, { ...second, name: 'Renamed' }],
      ]),
    )
    expect([...changed.keys()].sort()).toEqual([0, 2])
  })

  it('reuses the slot of a removed product for the next new one', async () => {
    const products = randomCatalogue(1_000, 33)
    const index = indexOf(products)
    const [gone] = products
    const [fresh] = randomCatalogue(1_001, 34).slice(-1)
    if (!gone || !fresh) throw new Error('Too few products')
    index.apply(new Map([[gone.product_no, undefined]]))
    const added = { ...fresh, product_no: 'FRESH1' }
    expect([...index.apply(new Map([[added.product_no, added]])).keys()]).toEqual([0])
    expect((await askOf([added], index)({ text: 'FRESH1' })).product_nos).toEqual(['FRESH1'])
  })

  it('ranks corrections after a row with the same typo, and first once it is removed', async () => {
    const [base] = randomCatalogue(1, 35)
    if (!base) throw new Error('Too few products')
    const product = {
      ...base,
      product_no: 'Q1',
      name: 'Quinoa',
      brand: '',
      pack: '',
      department: '',
      group: '',
      category: '',
    }
    const index = createProductIndex()
    const misspelt = { ...product, product_no: 'Q0', name: 'Quinnoa' }
    index.apply(new Map([misspelt, product].map((each) => [each.product_no, each])))
    const ask = askOf([product], index)
    const found = async () => (await ask({ text: 'quinnoa' })).product_nos
    // Both are equally likely, until the other is much more common.
    expect(await found()).toEqual(['Q0'])
    const more = ['Q2', 'Q3', 'Q4', 'Q5'].map((product_no) => ({ ...product, product_no }))
    index.apply(new Map(more.map((each) => [each.product_no, each])))
    expect(await found()).toEqual(['Q0', 'Q1', 'Q2', 'Q3', 'Q4', 'Q5'])
    index.apply(new Map([['Q0', undefined]]))
    expect(await found()).toEqual(['Q1', 'Q2', 'Q3', 'Q4', 'Q5'])
  })
})

it.each(['CO&OP1', 'MINCE 5KG', "O'BRI01", 'A/12#3', '77%+'])(
  'finds a product by its code %s',
  async (code) => {
    const [first, ...others] = randomCatalogue(300, 5)
    if (first === undefined) throw new Error('The catalogue is empty.')
    const products = [...others, { ...first, product_no: code }]
    const found = await askOf(products, indexOf(products))({ text: code.toLowerCase() })
    expect(found.product_nos[0]).toBe(code)
  },
)
