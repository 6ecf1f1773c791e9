import type { Worker } from 'node:worker_threads'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProductFacts, SALES_RANK_UNKNOWN } from '#domain/product.ts'
import { wantedFilterWords } from '#search/filters.ts'
import { createProductIndex, type ProductIndex } from '#search/index/product-index.ts'
import { parseSearch } from '#search/query.ts'
import { SORTS } from '#search/sort.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { priceLists, prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { searchService, VISITOR } from '#server/features/products/search/search.service.ts'
import {
  EXACT,
  type SearchEngineParts,
  searchEngine,
} from '#server/features/products/search/search-engine.ts'
import { pickOf, type RandomProduct, randomCatalogue, randomOf } from '#tests/search/random-catalogue.ts'
import { randomQuery } from '#tests/search/random-queries.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'

/** The engine's threads against the same index in this one. What the index itself finds is tested in tests/search. */

const LIST = 'TRADE'
const CATALOGUE = randomCatalogue(2_400, 20_241)
const TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)

const { database } = await testDatabase()
await database.insert(priceLists).values({ id: LIST, name: 'Trade' })

const insert = async (some: readonly RandomProduct[]): Promise<void> => {
  for (let from = 0; from < some.length; from += 400) {
    const batch = some.slice(from, from + 400)
    await database.insert(products).values(
      batch.map(({ salesRank, ...one }) => ({
        ...one,
        salesRank: salesRank === SALES_RANK_UNKNOWN ? null : salesRank,
      })),
    )
    // Some have no row in the list, some a row without a price.
    const listed = batch.filter(({ pricePence, salesRank }) => pricePence !== null || salesRank % 2 === 0)
    await database
      .insert(prices)
      .values(
        listed.map(({ product_no, pricePence }) => ({ priceListId: LIST, product_no, pence: pricePence })),
      )
  }
}

const threads: Worker[] = []
const note = (thread: Worker): void => void threads.push(thread)
process.on('worker', note)
const engines: ReturnType<typeof searchEngine>[] = []
afterAll(async () => {
  process.off('worker', note)
  for (const { close } of engines) await close()
})
const openEngine = (parts: Omit<SearchEngineParts, 'database'> = {}) => {
  const engine = searchEngine({ database, ...parts })
  engines.push(engine)
  return engine
}
type Engine = ReturnType<typeof openEngine>

const serviceOf = (engine: Engine) =>
  searchService({ database, engine, now: () => new Date(), terms: async () => DEFAULT_TRADE_TERMS })
const numbersOf = async (engine: Engine, queryString: string): Promise<string[]> => {
  const found = await serviceOf(engine)({ ...VISITOR, priceListId: LIST }, { queryString })
  return found.data.map(({ product_no }) => product_no)
}

const PRICES = new Map(CATALOGUE.map(({ product_no, pricePence }) => [product_no, pricePence]))

const expectSameAnswers = async (engine: Engine, index: ProductIndex, seed: number) => {
  const random = randomOf(seed)
  const pick = pickOf(random)
  const search = serviceOf(engine)
  const questions = Array.from({ length: 160 }, () => ({
    queryString: random() < 0.1 ? '' : randomQuery(CATALOGUE, random).text,
    sort_by: random() < 0.5 ? ('relevance' as const) : pick(SORTS).value,
    pageLength: pick([7, 24, 96]),
    page: pick([1, 1, 2, 5]),
    ...(random() < 0.2 && { storage_type: 'chilled' as const }),
  }))
  const answers = await Promise.all(
    questions.map((question) => search({ ...VISITOR, priceListId: LIST }, question)),
  )
  for (const [place, { queryString, sort_by, page, pageLength, ...filters }] of questions.entries()) {
    const expected = await index.find({
      query: parseSearch(queryString, TERMS),
      terms: TERMS,
      purchases: new Map(),
      filterWords: wantedFilterWords(filters),
      sort: sort_by,
      priceOf: (_, product_no) => PRICES.get(product_no) ?? null,
      offset: (page - 1) * pageLength,
      limit: pageLength,
    })
    const { data = [], page: _, pageLength: __, ...found } = answers[place] ?? {}
    expect(
      { product_nos: data.map(({ product_no }) => product_no), ...found },
      JSON.stringify(questions[place]),
    ).toEqual(expected)
  }
}

const indexOf = (some: readonly ProductFacts[]): ProductIndex => {
  const index = createProductIndex()
  index.apply(new Map(some.map((product) => [product.product_no, product])))
  return index
}

describe('the server’s search engine', () => {
  beforeAll(() => insert(CATALOGUE))

  it.each([1, 3])('finds on %i threads what the index finds, before and after changes', async (count) => {
    const engine = openEngine({ threads: count, freshness: EXACT })
    await expectSameAnswers(engine, indexOf(CATALOGUE), count)
    const gone = CATALOGUE.filter((_, place) => place % 5 === 2).map(({ product_no }) => product_no)
    await database.update(products).set({ active: false }).where(inArray(products.product_no, gone))
    const left = CATALOGUE.filter(({ product_no }) => !gone.includes(product_no))
    await expectSameAnswers(engine, indexOf(left), count + 10)
    await database.update(products).set({ active: true }).where(inArray(products.product_no, gone))
  })

  it('finds what another instance has changed', async () => {
    const engine = openEngine()
    const [one] = CATALOGUE
    const product_no = one?.product_no ?? ''
    const rename = (name: string) =>
      database.update(products).set({ name }).where(eq(products.product_no, product_no))
    expect(await numbersOf(engine, 'quinoa puffs')).toEqual([])
    await rename('Quinoa puffs')
    await eventually(async () => expect(await numbersOf(engine, 'quinoa puffs')).toEqual([product_no]))
    await rename(one?.name ?? '')
    await engine.catchUp()
    expect(await numbersOf(engine, 'quinoa puffs')).toEqual([])
  })

  it('forgets products whose rows were deleted, of which no change tells', async () => {
    const engine = openEngine({ freshness: EXACT })
    const [one] = CATALOGUE
    const passing = { ...(one as RandomProduct), product_no: 'PASSING', name: 'Quinoa puffs', gtins: [] }
    await insert([passing])
    expect(await numbersOf(engine, 'quinoa puffs')).toEqual(['PASSING'])
    await database.delete(products).where(eq(products.product_no, 'PASSING'))
    expect(await serviceOf(engine)(VISITOR, { queryString: 'quinoa puffs' })).toMatchObject({ total: 0 })
  })

  it('sorts by the prices of more lists at once than it keeps', async () => {
    const engine = openEngine({ freshness: EXACT })
    const lists = Array.from({ length: 7 }, (_, place) => `L${place}`)
    await database.insert(priceLists).values(lists.map((id) => ({ id, name: id })))
    const priced = CATALOGUE.slice(0, 40).map(({ product_no }) => product_no)
    await database.insert(prices).values(
      lists.flatMap((priceListId, list) =>
        priced.map((product_no, place) => ({
          priceListId,
          product_no,
          pence: 100 + ((place * 17 + list * 5) % 41),
        })),
      ),
    )
    const search = serviceOf(engine)
    const asked = Array.from({ length: 70 }, (_, place) => lists[place % lists.length] ?? '')
    const answers = await Promise.all(
      asked.map((priceListId) => search({ ...VISITOR, priceListId }, { sort_by: 'price' })),
    )
    for (const { data } of answers) {
      const pence = data.map(({ pricePence }) => pricePence ?? Number.NaN)
      expect(pence).toHaveLength(24)
      expect(pence).toEqual(pence.toSorted((a, b) => a - b))
    }
  })

  it('refuses a search whose thread is lost while it looks for changes, and fills another for the next', async () => {
    const engine = openEngine({ threads: 1, freshness: EXACT })
    const expected = await numbersOf(engine, 'tomatoes')
    const [only] = threads.slice(-1)
    const asked = numbersOf(engine, 'tomatoes')
    await only?.terminate()
    const answer = await asked.catch((error: unknown) => error)
    if (!(answer instanceof Error)) expect(answer).toEqual(expected)
    expect(await numbersOf(engine, 'tomatoes')).toEqual(expected)
  })

  it('fills another thread if one is lost', async () => {
    const engine = openEngine({ threads: 2 })
    const expected = await numbersOf(engine, 'tomatoes')
    expect(expected).toHaveLength(24)
    const [first] = threads.slice(-2)
    await first?.terminate()
    expect(await numbersOf(engine, 'tomatoes')).toEqual(expected)
  })
})
