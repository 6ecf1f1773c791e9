import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import type { ProductSearchBody } from '#contract/products.ts'
import { type Product, SALES_RANK_UNKNOWN, STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import { countFilters, type FilterCount, OFFERED_FILTERS } from '#search/filter-options.ts'
import { type ActiveFilters, narrowingOf, wantedFilterWords } from '#search/filters.ts'
import { createProductIndex, type ProductList } from '#search/index/product-index.ts'
import { SEARCH_TOTAL_MAX, windowOf } from '#search/match.ts'
import { parseSearch } from '#search/query.ts'
import { type Purchases, SORTS } from '#search/sort.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { refreshProductDocuments } from '#server/db/products/product-documents.ts'
import { adverts } from '#server/db/schema/adverts.ts'
import { favourites } from '#server/db/schema/favourites.ts'
import { priceLists, prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { templateItems, templates } from '#server/db/schema/templates.ts'
import { filterCounter } from '#server/features/products/search/filter-counts.service.ts'
import { searchService } from '#server/features/products/search/search.service.ts'
import { pickOf, randomCatalogue, randomOf } from '#tests/search/random-catalogue.ts'
import { KINDS, randomQuery, slip } from '#tests/search/random-queries.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'

/** The same products in PostgreSQL and in the device's index, with the same queries. */

const SEED = 20_241
/** Nearly all have one filter's value: the server sorts up to four thousand, and scans above that. */
const slips = randomOf(SEED + 1)
const CATALOGUE = randomCatalogue(4_800, SEED).map((product, place) => ({
  ...product,
  ...(place % 10 !== 0 && { isSpotPriced: true }),
  ...(place === 0 && { product_no: 'MOZARELA' }),
  name: nameAt(product.name, place),
}))
const QUESTIONS = 1_600
/** For common matches. `npm run test:all` tries every beginning at each length, other runs at each in turn. */
const PAGE_LENGTHS = [7, 24, 96]
const EVERY_PAGE_LENGTH = process.env.EVERY_PAGE_LENGTH === '1'
/** As many as the test pool has connections. */
const AT_ONCE = 8
/** On two busy cores; otherwise half a dozen seconds. */
const TIMEOUT_MS = 120_000
const LIST = 'TRADE'

const { database } = await testDatabase()
await database.insert(priceLists).values({ id: LIST, name: 'Trade' })
for (let from = 0; from < CATALOGUE.length; from += 400) {
  const batch = CATALOGUE.slice(from, from + 400)
  await database.insert(products).values(
    batch.map((one) => ({
      ...one,
      salesRank: one.salesRank === SALES_RANK_UNKNOWN ? null : one.salesRank,
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
await refreshProductDocuments(database)
// As autovacuum does within a minute; until then PostgreSQL has no statistics of the products.
await database.$client.query('VACUUM ANALYZE product_documents, prices, products')
const TERMS = compileTradeTerms(DEFAULT_TRADE_TERMS)
/** One product in fifteen, some as often as others. */
const PURCHASES: Purchases = new Map(
  CATALOGUE.flatMap(({ product_no }, place) => (place % 15 === 4 ? [[product_no, 1 + (place % 3)]] : [])),
)
const onServer = searchService({ database, now: () => new Date() })

const customer = await aCustomer(database, { priceListId: LIST })
const user = await aUser(database, { customerIds: [customer.id] })
const OWNER = { viewer: { userId: user.id, isStaff: false }, customerId: customer.id, purchases: PURCHASES }
const TEMPLATE = uuidv7()
const ADVERT = 'summer-bbq'
/** One product in four, in three and in two: many are in several. */
const LISTS: ProductList[] = [
  { filter: 'favourite', value: '1', product_nos: everyNth(4) },
  { filter: 'template', value: TEMPLATE, product_nos: everyNth(3) },
  { filter: 'advert', value: ADVERT, product_nos: everyNth(2) },
  { filter: 'new_to_customer', value: '1', product_nos: new Set(PURCHASES.keys()) },
]
const [starred, inTemplate, inAdvert] = LISTS.map(({ product_nos }) => [...product_nos])
await database.insert(adverts).values({ code: ADVERT, title: 'Summer barbecue', product_nos: inAdvert ?? [] })
const addedAt = new Date()
await database
  .insert(favourites)
  .values((starred ?? []).map((product_no) => ({ userId: user.id, product_no, addedAt })))
await database.insert(templates).values({
  id: TEMPLATE,
  customerId: customer.id,
  ownerId: user.id,
  name: 'Fridays',
  visibility: 'private',
  itemCount: inTemplate?.length ?? 0,
  createdAt: addedAt,
  updatedAt: addedAt,
})
await database.insert(templateItems).values(
  (inTemplate ?? []).map((product_no, position) => ({
    templateId: TEMPLATE,
    product_no,
    position,
    addedAt,
  })),
)

const index = createProductIndex()
index.apply(new Map(CATALOGUE.map((product) => [product.product_no, product])))
const priceOf = new Map(CATALOGUE.map(({ product_no, pricePence }) => [product_no, pricePence]))

const askServer = async (body: ProductSearchBody) => {
  const { data, page: _, pageLength: __, ...found } = await onServer({ ...OWNER, priceListId: LIST }, body)
  return { ...found, product_nos: data.map(({ product_no }) => product_no) }
}

const askDevice = async (body: ProductSearchBody) => {
  const { queryString = '', sort_by = 'relevance', page = 1, pageLength = 24 } = body
  return await index.find({
    query: parseSearch(queryString, TERMS),
    terms: TERMS,
    purchases: PURCHASES,
    filterWords: wantedFilterWords(body),
    ...narrowed(body),
    sort: sort_by,
    priceOf: (product_no) => priceOf.get(product_no) ?? null,
    ...windowOf(page, pageLength),
  })
}

const narrowed = (active: ActiveFilters) =>
  narrowingOf(LISTS.filter(({ filter, value }) => active[filter] === value))

/** Catalogues have typos too: some words the same way in several rows, others each in its own way. */
function nameAt(name: string, place: number): string {
  if (place % 25 === 7) {
    return name.replace('Chicken', 'Chiken').replace('Chocolate', 'Choclate').replace('zz', 'z')
  }
  return place % 25 === 9 ? slip(name, slips) : name
}

const countOnServer = filterCounter({ database, now: () => new Date(), terms: async () => TERMS })

const countOnDevice = ({ queryString, filters }: { queryString: string; filters: ActiveFilters }) => {
  const query = parseSearch(queryString, TERMS)
  return countFilters(filters, (active) =>
    index.count({
      query,
      terms: TERMS,
      filterWords: wantedFilterWords(active),
      ...narrowed(active),
      lists: LISTS,
    }),
  )
}

const OFFERED: readonly string[] = [...OFFERED_FILTERS, ...LISTS.map(({ filter }) => filter)]

/** A device's index has values for more filters. Groups are offered within a department, categories within a group. */
const offered = (values: readonly FilterCount[] = [], { department, group }: ActiveFilters): string[] =>
  values
    .filter(
      ({ filter }) =>
        OFFERED.includes(filter) ||
        (filter === 'group' && department !== undefined) ||
        (filter === 'category' && group !== undefined),
    )
    .map(({ filter, value, count }) => `${filter} ${value} ${count}`)
    .sort()

function everyNth(count: number): Set<string> {
  return new Set(CATALOGUE.flatMap(({ product_no }, place) => (place % count === 1 ? [product_no] : [])))
}

/** The department of a product, its group too, or its category as well. */
function placeOf({ department, group, category }: Product, levels: number) {
  return {
    department: department || 'Frozen',
    ...(levels > 1 && group !== '' && { group }),
    ...(levels > 2 && category !== '' && { category }),
  }
}

const nameOf = new Map(CATALOGUE.map(({ product_no, name }) => [product_no, name.toLowerCase()]))

describe('a search on the server and on the device', () => {
  it(
    'finds the same products in the same order for any text',
    async () => {
      const random = randomOf(SEED)
      const pick = pickOf(random)
      const found: Record<string, number> = Object.fromEntries(KINDS.map((kind) => [kind, 0]))
      const reworded = { corrections: 0, also: 0, dropped: 0 }
      const questions = Array.from({ length: QUESTIONS }, () => {
        const { kind, text } = randomQuery(CATALOGUE, random)
        const body: ProductSearchBody = {
          queryString: text,
          ...(random() < 0.2 && { sort_by: pick(SORTS).value }),
          ...(random() < 0.15 && { storage_type: pick(STORAGE_TYPES) }),
          ...(random() < 0.1 && { department: pick(CATALOGUE).department || 'Frozen' }),
          ...(random() < 0.05 && { promotion: '1' as const }),
          ...(random() < 0.05 && { suitable_for: pick(SUITABILITIES) }),
          ...(random() < 0.1 && { favourite: '1' as const }),
          ...(random() < 0.1 && { template: TEMPLATE }),
          ...(random() < 0.1 && { advert: ADVERT }),
          ...(random() < 0.1 && { new_to_customer: '1' as const }),
          ...(random() < 0.1 && { page: 1 + Math.floor(random() * 4) }),
        }
        return { kind, body }
      })
      for (let from = 0; from < QUESTIONS; from += AT_ONCE) {
        const some = questions.slice(from, from + AT_ONCE)
        const answers = await Promise.all(some.map(({ body }) => askServer(body)))
        for (const [place, { kind, body }] of some.entries()) {
          const expected = await askDevice(body)
          expect(answers[place], `${kind}: ${JSON.stringify(body)}`).toEqual(expected)
          found[kind] = (found[kind] ?? 0) + (expected.total > 0 ? 1 : 0)
          for (const done of ['corrections', 'also', 'dropped'] as const)
            if (expected[done] !== undefined) reworded[done] += 1
        }
      }
      for (const done of ['corrections', 'also', 'dropped'] as const)
        expect(reworded[done], done).toBeGreaterThan(0)
      // Queries that find nothing prove nothing.
      for (const kind of KINDS)
        if (kind !== 'nonsense' && kind !== 'signs') expect(found[kind], kind).toBeGreaterThan(10)
    },
    TIMEOUT_MS,
  )

  it(
    'pages through many matches, class by class, identically',
    async () => {
      const words = CATALOGUE.flatMap(({ name, brand }) => `${name} ${brand}`.toLowerCase().split(' '))
      const beginnings = new Set(words.flatMap((word) => [1, 2, 3].map((length) => word.slice(0, length))))
      const totals = await Promise.all([...beginnings].map((queryString) => askDevice({ queryString })))
      const many = [...beginnings].filter((_, place) => totals[place]?.total === 1_000)
      expect(many.length).toBeGreaterThan(5)
      for (const [place, queryString] of many.entries()) {
        const pageLengths = EVERY_PAGE_LENGTH
          ? PAGE_LENGTHS
          : [PAGE_LENGTHS[place % PAGE_LENGTHS.length] ?? 24]
        for (const pageLength of pageLengths) {
          const pages = Array.from({ length: 6 }, (_, page) => ({ queryString, pageLength, page: page + 1 }))
          const last = { queryString, pageLength, page: Math.ceil(1_000 / pageLength) }
          const answers = await Promise.all([...pages, last].map(askServer))
          expect(answers, queryString).toEqual(await Promise.all([...pages, last].map(askDevice)))
        }
      }
    },
    TIMEOUT_MS,
  )

  it.each([
    ['chiken', 'chiken', 'chicken'],
    ['chiken breast', 'chiken', 'chicken breast'],
    ['choclate', 'choclate', 'chocolate'],
    ['mozarella', 'mozarella', 'mozzarella'],
  ])('ranks the corrections of %j after the rows with the typo, names first', async (text, typed, meant) => {
    const body: ProductSearchBody = { queryString: text, pageLength: 96 }
    const pageCount = Math.ceil((await askServer(body)).total / 96)
    const pages = Array.from({ length: pageCount }, (_, page) => ({ ...body, page: page + 1 }))
    const answers = await Promise.all(pages.map(askServer))
    expect(answers).toEqual(await Promise.all(pages.map(askDevice)))
    const all = answers.flatMap(({ product_nos }) => product_nos)
    expect(all).toHaveLength(answers[0]?.total ?? 0)
    // As typed in the name, then corrected in the name, then corrected anywhere else.
    const kinds = all.map((product_no) => {
      const name = nameOf.get(product_no) ?? ''
      return name.includes(typed) ? 0 : name.includes(meant) ? 1 : 2
    })
    expect(kinds).toEqual([...kinds].sort())
    const counts = [0, 1].map((kind) => kinds.filter((other) => other === kind).length)
    expect(counts[0]).toBeGreaterThan(1)
    expect(counts[0]).toBeLessThan(24)
    expect(counts[1]).toBeGreaterThan(50)
    const small = Array.from({ length: 12 }, (_, page) => ({ ...body, pageLength: 7, page: page + 1 }))
    const parts = await Promise.all(small.map(askServer))
    expect(parts).toEqual(await Promise.all(small.map(askDevice)))
    expect(parts.flatMap(({ product_nos }) => product_nos)).toEqual(all.slice(0, 84))
  })

  it('looks for a second edit if the first finds only misspelt rows', async () => {
    const body: ProductSearchBody = { queryString: 'choclatte', pageLength: 96 }
    const found = await askServer(body)
    expect(found).toEqual(await askDevice(body))
    const names = found.product_nos.map((product_no) => nameOf.get(product_no) ?? '')
    expect(names.some((name) => name.includes('choclate'))).toBe(true)
    expect(names.some((name) => name.includes('chocolate'))).toBe(true)
  })

  it('adds no corrections to a product found by its code', async () => {
    const expected = { total: 1, product_nos: ['MOZARELA'] }
    expect(await askServer({ queryString: 'mozarela' })).toEqual(expected)
    expect(await askDevice({ queryString: 'mozarela' })).toEqual(expected)
    expect((await askServer({ queryString: 'mozarel' })).total).toBeGreaterThan(24)
  })

  it('lists the same products in every order, through to the last page', async () => {
    for (const { value: sort_by } of SORTS) {
      for (const filters of [
        {},
        { storage_type: 'frozen' },
        { promotion: '1' },
        { is_spot_priced: '1' },
        { favourite: '1' },
        { favourite: '1', template: TEMPLATE },
        { advert: ADVERT },
        { new_to_customer: '1' },
        { advert: ADVERT, new_to_customer: '1', storage_type: 'frozen' },
      ] satisfies ProductSearchBody[]) {
        for (const page of [1, 2, 10, 11, 12, 500]) {
          const body: ProductSearchBody = { ...filters, sort_by, page, pageLength: 96 }
          expect(await askServer(body), JSON.stringify(body)).toEqual(await askDevice(body))
        }
      }
    }
  })

  it(
    'counts the same products for each filter',
    async () => {
      const random = randomOf(SEED + 2)
      const pick = pickOf(random)
      const asked = Array.from({ length: 12 * AT_ONCE }, (_, place) => ({
        queryString: place === 0 ? '' : randomQuery(CATALOGUE, random).text,
        filters: {
          ...(random() < 0.3 && { storage_type: pick(STORAGE_TYPES) }),
          ...(random() < 0.3 && placeOf(pick(CATALOGUE), pick([1, 2, 3]))),
          ...(random() < 0.2 && { promotion: '1' as const }),
          ...(random() < 0.3 && { favourite: '1' as const }),
          ...(random() < 0.3 && { template: TEMPLATE }),
          ...(random() < 0.3 && { advert: ADVERT }),
          ...(random() < 0.3 && { new_to_customer: '1' as const }),
        },
      }))
      const totals: number[] = []
      for (let from = 0; from < asked.length; from += AT_ONCE) {
        const some = asked.slice(from, from + AT_ONCE)
        const onServer = await Promise.all(
          some.map(
            async ({ queryString, filters }) =>
              (await countOnServer(OWNER, { queryString, ...filters })).counts,
          ),
        )
        for (const [place, one] of some.entries()) {
          const onDevice = await countOnDevice(one)
          expect(onServer[place]?.total, JSON.stringify(one)).toBe(onDevice.total)
          expect(offered(onServer[place]?.values, one.filters), JSON.stringify(one)).toEqual(
            offered(onDevice.values, one.filters),
          )
          const { total } = await askDevice({ queryString: one.queryString, ...one.filters })
          expect(total).toBe(Math.min(onDevice.total, SEARCH_TOTAL_MAX))
          totals.push(total)
        }
      }
      expect(totals.filter((total) => total > 0).length).toBeGreaterThan(30)
    },
    TIMEOUT_MS,
  )

  it('stops counting at 1,000, where the pages end', async () => {
    const body: ProductSearchBody = { pageLength: 96 }
    expect(await askServer(body)).toMatchObject({ total: 1_000 })
    expect((await askServer({ ...body, page: 11 })).product_nos).toHaveLength(40)
    expect((await askServer({ ...body, page: 12 })).product_nos).toEqual([])
  })
})
