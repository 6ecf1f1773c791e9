import { describe, expect, it } from 'vitest'
import { searchDocumentOf } from '#domain/search/document.ts'
import { wantedFilterWords } from '#domain/search/filters.ts'
import { classOf, codeClassOf, FIRST_TYPO_CLASS } from '#domain/search/match.ts'
import { nearestWords } from '#domain/search/mistyped.ts'
import { parseSearch, type SearchQuery } from '#domain/search/query.ts'
import { compareProducts, SORTS, type Sort } from '#domain/search/sort.ts'
import { isMetBy, mayBeTypo, type TypoWords } from '#domain/search/typos.ts'
import { createProductIndex } from '#src/features/search/product-index.ts'
import {
  pickOf,
  type RandomProduct,
  randomCatalogue,
  randomOf,
} from '#tests/domain/search/random-catalogue.ts'
import { randomQuery } from '#tests/domain/search/random-queries.ts'

const indexOf = (products: readonly RandomProduct[]) => {
  const index = createProductIndex()
  index.apply(new Map(products.map((product) => [product.product_no, product])))
  return index
}

type Asked = { text: string; filterWords?: string[]; sort?: Sort; offset?: number; limit?: number }

const askOf =
  (products: readonly RandomProduct[], index: ReturnType<typeof createProductIndex>) =>
  ({ text, filterWords = [], sort = 'relevance', offset = 0, limit = 24 }: Asked) => {
    const prices = new Map(products.map(({ product_no, pricePence }) => [product_no, pricePence]))
    return index.find({
      query: parseSearch(text),
      filterWords,
      sort,
      offset,
      limit,
      priceOf: (product_no) => prices.get(product_no) ?? null,
    })
  }

/** What domain/search says, asked of every product. */
const definition = (products: readonly RandomProduct[]) => {
  const documents = products.map((product) => ({ product, document: searchDocumentOf(product) }))
  const words = [
    ...new Set(documents.flatMap(({ document }) => [...document.nameWords, ...document.otherWords])),
  ]
  const wordsOf = documents.map(({ document }) => [...document.nameWords, ...document.otherWords])
  const typosOf = (query: SearchQuery, edits: number): TypoWords => {
    if (documents.some(({ document }) => codeClassOf(query, document.markedWords) !== undefined))
      return new Map()
    const rare = query.words.flatMap((word) => {
      const met = wordsOf.filter((some) => some.some((other) => isMetBy(word, other)))
      const isShort = word.text.length < 5 && met.length > 0
      return met.length < 24 && !isShort && mayBeTypo(word.text) ? [{ word, isMet: met.length > 0 }] : []
    })
    return new Map(rare.map((mistyped) => [mistyped.word.text, nearestWords(mistyped, words, edits)]))
  }
  return ({ text, filterWords = [], sort = 'relevance', offset = 0, limit = 24 }: Asked) => {
    const query = parseSearch(text)
    const matching = (typos?: TypoWords) =>
      documents.flatMap(({ product, document }) => {
        const matchClass = query ? classOf({ ...query, ...(typos && { typos }) }, document) : 0
        if (matchClass === undefined || !filterWords.every((word) => document.markedWords.includes(word)))
          return []
        return [{ ...product, class: matchClass, nameKey: document.nameKey }]
      })
    let found = matching()
    expect(found.every((item) => item.class < FIRST_TYPO_CLASS)).toBe(true)
    for (const edits of [1, 2]) if (query && found.length < 24) found = matching(typosOf(query, edits))
    return {
      product_nos: found
        .sort(compareProducts(sort))
        .slice(offset, offset + limit)
        .map(({ product_no }) => product_no),
      total: Math.min(found.length, 1000),
    }
  }
}

describe('the index of the products on this device', () => {
  it('finds what the definition says, in its order', () => {
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
      expect(ask(question), JSON.stringify(question)).toEqual(expected(question))
    }
  })

  it('finds after changes what an index made anew finds', () => {
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
        expect(ask(question), JSON.stringify(question)).toEqual(askAnew(question))
      }
    }
  })

  it('says which chunks a change touched, and none where nothing of it can be searched', () => {
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

  it('uses the place of a product that was taken out for the next new one', () => {
    const products = randomCatalogue(1_000, 33)
    const index = indexOf(products)
    const [gone] = products
    const [fresh] = randomCatalogue(1_001, 34).slice(-1)
    if (!gone || !fresh) throw new Error('Too few products')
    index.apply(new Map([[gone.product_no, undefined]]))
    const added = { ...fresh, product_no: 'FRESH1' }
    expect([...index.apply(new Map([[added.product_no, added]])).keys()]).toEqual([0])
    expect(askOf([added], index)({ text: 'FRESH1' }).product_nos).toEqual(['FRESH1'])
  })

  it('puts what a typo finds behind the row that is misspelt so, and first once that is gone', () => {
    const [base] = randomCatalogue(1, 35)
    if (!base) throw new Error('Too few products')
    const product = {
      ...base,
      product_no: 'ONE',
      name: 'Quinoa',
      brand: '',
      pack: '',
      department: '',
      group: '',
      category: '',
    }
    const index = createProductIndex()
    index.apply(
      new Map([
        ['ONE', product],
        ['TWO', { ...product, product_no: 'TWO', name: 'Quinow' }],
      ]),
    )
    const ask = askOf([product], index)
    expect(ask({ text: 'quinow' }).product_nos).toEqual(['TWO', 'ONE'])
    index.apply(new Map([['TWO', undefined]]))
    expect(ask({ text: 'quinow' }).product_nos).toEqual(['ONE'])
  })
})
