import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { productSearch } from '#contract/product-search.ts'
import {
  type MadeSearch,
  productSearchAnalysis,
  type SearchedProductAdded,
  type SearchMade,
} from '#contract/product-search-analysis.ts'
import { SEARCHES_KEPT_DAYS } from '#domain/searches.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2026-11-23T12:00:00.000Z')
const { app, database, call } = await startTestApp({ now: () => NOW })
const [mine, yours] = [await aCustomer(database), await aCustomer(database)]
const chef = await aUser(database, { customerIds: [mine.id] })
const staff = await aUser(database, { accountType: 'ST' })

const made = (parts: Partial<MadeSearch> = {}): MadeSearch => ({
  id: uuidv7(),
  customerId: mine.id,
  at: NOW.toISOString(),
  term: 'tomatoes',
  found: 3,
  added: false,
  ...parts,
})
const record = async (searches: MadeSearch[], token = staff.token) =>
  (await call(productSearchAnalysis.record, { token, body: { searches } })).body.recorded
const analyse = async (parts: object = {}, token = staff.token) =>
  (
    await call(productSearchAnalysis.analyse, {
      token,
      body: { created_start_date: '2026-11-01', created_end_date: '2026-11-30', ...parts },
    })
  ).body
const ofTerm = async (term: string, token = staff.token) =>
  (await analyse({ queryString: term }, token)).data.find((row) => row.term === term)

describe('a search reported by an earlier build', () => {
  it('counts once, however often it is sent, and can be updated when it leads to a product', async () => {
    const search = made({ term: 'Once  Only ' })
    expect(await record([search])).toBe(1)
    await record([{ ...search, added: true }])
    await record([search])
    expect(await ofTerm('once only')).toMatchObject({ searches: 1, added: 1 })
  })

  it('is skipped if it is for someone else’s customer, and the rest is recorded', async () => {
    const searches = [
      made({ term: 'strange', customerId: yours.id }),
      made({ term: 'strange', customerId: 'NOBODY' }),
      made({ term: 'strange' }),
    ]
    expect(await record(searches, chef.token)).toBe(1)
    expect(await ofTerm('strange')).toMatchObject({ searches: 1, customers: 1 })
  })

  it('cannot change another customer’s search', async () => {
    const search = made({ term: 'taken', customerId: yours.id })
    await record([search])
    expect(await record([made({ id: search.id, term: 'taken', added: true })], chef.token)).toBe(0)
    expect(await ofTerm('taken')).toMatchObject({ searches: 1, added: 0 })
  })

  it('dated in the future is recorded as now, and one older than the retention period is not recorded', async () => {
    const before = new Date(NOW.getTime() - (SEARCHES_KEPT_DAYS + 1) * 86_400_000).toISOString()
    expect(
      await record([made({ term: 'early', at: '2027-01-01T00:00:00Z' }), made({ term: 'old', at: before })]),
    ).toBe(1)
    expect((await ofTerm('early'))?.lastSearchedAt).toBe(NOW.toISOString())
  })

  it('is deleted after the retention period, with what was added', async () => {
    const forgotten = uuidv7()
    await database.$client.query(
      `INSERT INTO search_log (id, customer_id, term, found, searched_at)
       VALUES ($1, $2, 'forgotten', 1, now() - make_interval(days => $3)), ($4, $2, 'remembered', 1, now() - interval '1 day')`,
      [forgotten, mine.id, SEARCHES_KEPT_DAYS + 1, uuidv7()],
    )
    await database.$client.query(
      "INSERT INTO search_additions (id, search_id, product_no, quantity, added_at) VALUES ($1, $2, 'P1', 1, now())",
      [uuidv7(), forgotten],
    )
    expect(await app.cleanUp()).toBe(true)
    const { rows } = await database.$client.query(
      "SELECT term FROM search_log WHERE term IN ('forgotten', 'remembered')",
    )
    expect(rows).toEqual([{ term: 'remembered' }])
    const additions = await database.$client.query('SELECT FROM search_additions WHERE search_id = $1', [
      forgotten,
    ])
    expect(additions.rowCount).toBe(0)
  })
})

const searched = (parts: Partial<SearchMade> = {}): SearchMade => {
  const { added: _, ...search } = made()
  return { ...search, ...parts }
}
const wasAdded = (parts: Partial<SearchedProductAdded> = {}): SearchedProductAdded => ({
  id: uuidv7(),
  searchId: uuidv7(),
  at: NOW.toISOString(),
  product_no: 'P1',
  quantity: 2,
  ...parts,
})
type Events = { searches?: SearchMade[]; additions?: SearchedProductAdded[]; sentAt?: string }
const recordEvents = async (
  { searches = [], additions = [], sentAt = NOW.toISOString() }: Events,
  token = staff.token,
) =>
  (await call(productSearchAnalysis.recordEvents, { token, body: { sentAt, searches, additions } })).body
    .refused

describe('an event reported by a device', () => {
  it('counts once, however often it is sent, and a product may follow in a later report', async () => {
    const product_no = await aProduct(database, { name: 'Passata' })
    const search = searched({ term: 'passata' })
    const addition = wasAdded({ searchId: search.id, product_no })
    expect(await recordEvents({ searches: [search] })).toEqual([])
    expect(await ofTerm('passata')).toMatchObject({ searches: 1, added: 0, topProduct: null })
    for (const _ of [1, 2])
      expect(await recordEvents({ searches: [search], additions: [addition] })).toEqual([])
    expect(await ofTerm('passata')).toMatchObject({
      searches: 1,
      added: 1,
      topProduct: { product_no, name: 'Passata', searches: 1 },
    })
  })

  it('is refused by itself, and costs the others nothing', async () => {
    const [bad, good] = [searched({ term: 'refused', customerId: yours.id }), searched({ term: 'refused' })]
    const old = searched({ term: 'refused', at: '2020-01-01T00:00:00Z' })
    const never = searched({ term: 'refused', at: '2016-12-31T23:59:60Z' })
    const [lost, kept] = [wasAdded({ searchId: bad.id }), wasAdded({ searchId: good.id })]
    const refused = await recordEvents(
      { searches: [bad, old, good, never], additions: [lost, kept] },
      chef.token,
    )
    expect(refused).toEqual([bad.id, old.id, never.id, lost.id])
    expect(await ofTerm('refused')).toMatchObject({ searches: 1, added: 1 })
  })

  it('cannot change another customer’s search, nor say that it led to a product', async () => {
    const search = searched({ term: 'guarded', customerId: yours.id, found: 1 })
    await recordEvents({ searches: [search] })
    const claimed = wasAdded({ searchId: search.id })
    expect(
      await recordEvents(
        { searches: [{ ...search, customerId: mine.id }], additions: [claimed] },
        chef.token,
      ),
    ).toEqual([search.id, claimed.id])
    expect(await ofTerm('guarded')).toMatchObject({ searches: 1, added: 0 })
  })

  it('has the age that the device’s clock measured, however wrong the clock is', async () => {
    const search = searched({ term: 'slow clock', at: '2001-01-01T00:00:00Z' })
    expect(await recordEvents({ searches: [search], sentAt: '2001-01-01T01:00:00Z' })).toEqual([])
    const early = searched({ term: 'fast clock', at: '2099-01-01T00:00:00Z' })
    expect(await recordEvents({ searches: [early], sentAt: '2098-12-31T00:00:00Z' })).toEqual([])
    expect((await ofTerm('slow clock'))?.lastSearchedAt).toBe('2026-11-23T11:00:00.000Z')
    expect((await ofTerm('fast clock'))?.lastSearchedAt).toBe(NOW.toISOString())
  })

  it('without an answer counts neither as found nor as without results, and can be answered later', async () => {
    const search = searched({ term: 'unanswered', found: null })
    await recordEvents({ searches: [search] })
    expect(await ofTerm('unanswered')).toMatchObject({ searches: 1, noResult: 0 })
    await recordEvents({ searches: [{ ...search, found: 0 }] })
    expect(await ofTerm('unanswered')).toMatchObject({ searches: 1, noResult: 1 })
    await recordEvents({ searches: [{ ...search, found: 4 }] })
    await recordEvents({ searches: [search] })
    expect(await ofTerm('unanswered')).toMatchObject({ searches: 1, noResult: 0 })
  })
})

describe('the product that most searches for a term led to', () => {
  it('is counted by search, within the caller’s customers and the period', async () => {
    const brie = await aProduct(database, { name: 'Brie' })
    const feta = await aProduct(database, { name: 'Feta' })
    const searches = [
      searched({ term: 'white cheese' }),
      searched({ term: 'white cheese' }),
      searched({ term: 'white cheese', customerId: yours.id }),
      searched({ term: 'white cheese', at: '2026-10-02T09:00:00Z' }),
    ]
    const [first, second, theirs, earlier] = searches.map(({ id }) => id)
    const led = (searchId: string | undefined, product_no: string) =>
      wasAdded({ product_no, ...(searchId !== undefined && { searchId }) })
    await recordEvents({
      searches,
      additions: [
        // Three times after one search is one search.
        ...[1, 2, 3].map(() => led(first, brie)),
        led(second, feta),
        led(theirs, feta),
        led(earlier, brie),
        // A product that only the device knows.
        ...[first, second, theirs].map((id) => led(id, 'GONE')),
      ],
    })
    expect((await ofTerm('white cheese'))?.topProduct).toEqual({
      product_no: feta,
      name: 'Feta',
      searches: 2,
    })
    expect((await ofTerm('white cheese', chef.token))?.topProduct?.searches).toBe(1)
    const october = await analyse({
      queryString: 'white cheese',
      created_start_date: '2026-10-01',
      created_end_date: '2026-10-03',
    })
    expect(october.data[0]?.topProduct).toMatchObject({ name: 'Brie', searches: 1 })
  })
})

describe('the analysis', () => {
  beforeAll(async () => {
    await record([
      made({ term: 'kefir', found: 0, at: '2026-10-05T10:00:00Z' }),
      made({ term: 'kefir', found: 0, at: '2026-10-05T11:00:00Z', customerId: yours.id }),
      // 23:30 in London is the evening of the 6th, and 00:30 already the 7th.
      made({ term: 'butter', found: 9, added: true, at: '2026-10-06T22:30:00Z' }),
      made({ term: 'butter', found: 9, at: '2026-10-06T23:30:00Z' }),
      made({ term: 'butter', found: 0, at: '2026-10-07T08:00:00Z' }),
    ])
  })
  const period = { created_start_date: '2026-10-05', created_end_date: '2026-10-07' }

  it('counts terms, searches without results, additions, and days in London', async () => {
    expect(await analyse(period)).toMatchObject({
      total: 2,
      data: [
        { term: 'butter', searches: 3, customers: 1, noResult: 1, added: 1 },
        { term: 'kefir', searches: 2, customers: 2, noResult: 2, added: 0 },
      ],
      totals: { searches: 5, noResult: 3, added: 1 },
      days: [
        { day: '2026-10-05', searches: 2, noResult: 2 },
        { day: '2026-10-06', searches: 1, noResult: 0 },
        { day: '2026-10-07', searches: 2, noResult: 1 },
      ],
    })
  })

  it('shows a customer’s user only that customer’s searches', async () => {
    const reply = await analyse(period, chef.token)
    expect(reply.totals).toEqual({ searches: 4, noResult: 2, added: 1 })
    expect(reply.data.find(({ term }) => term === 'kefir')).toMatchObject({ searches: 1, customers: 1 })
    const stranger = await aUser(database, { customerIds: [(await aCustomer(database)).id] })
    expect(await analyse(period, stranger.token)).toMatchObject({ total: 0, data: [] })
  })

  it('can be filtered, sorted and paged', async () => {
    const terms = async (parts: object) =>
      (await analyse({ ...period, ...parts })).data.map(({ term }) => term)
    expect(await terms({ result: 'always_none' })).toEqual(['kefir'])
    expect(await terms({ result: 'sometimes_none' })).toEqual(['butter', 'kefir'])
    expect(await terms({ sort_by: 'term_descending' })).toEqual(['kefir', 'butter'])
    expect(await terms({ sort_by: 'noResult_descending' })).toEqual(['kefir', 'butter'])
    expect(await terms({ queryString: 'BUTT' })).toEqual(['butter'])
    expect(await analyse({ ...period, page: 2, pageLength: 1 })).toMatchObject({
      total: 2,
      data: [{ term: 'kefir' }],
    })
    expect(await analyse({ ...period, page: 9 })).toMatchObject({ total: 2, data: [] })
  })

  it.each([
    ['ends before it starts', '2026-10-04'],
    ['is longer than the retention period', '2028-01-01'],
  ])('rejects a period that %s', async (_, created_end_date) => {
    const reply = await call(productSearchAnalysis.analyse, {
      token: staff.token,
      body: { ...period, created_end_date },
    })
    expect([reply.status, reply.error.errors?.[0]?.path]).toEqual([400, 'body/created_end_date'])
  })
})

describe('a synonym', () => {
  it('is used in searches at once, reaches devices, and can be undone', async () => {
    const { priceListId } = mine
    const product_no = await aProduct(database, { name: 'Charlotte Potatoes', priceListId })
    const id = await aTrolly(database, { customerId: mine.id, createdBy: chef.id })
    const find = async () =>
      (
        await call(productSearch.search, {
          token: chef.token,
          params: { id },
          body: { queryString: 'dauphinettes' },
        })
      ).body.data.map((product) => product.product_no)
    const meaning = async () =>
      (await call(productSearch.searchTerms, { token: chef.token })).body.terms?.find(
        ({ typed }) => typed.toLowerCase() === 'dauphinettes',
      )
    const save = (typed: string, means: string[]) =>
      call(productSearch.saveSearchTerm, { token: staff.token, body: { typed, means, bothWays: false } })

    expect(await find()).toEqual([])
    expect((await save('Dauphinettes', ['potatoes'])).body.means).toEqual(['potatoes'])
    expect(await find()).toEqual([product_no])
    expect(await meaning()).toMatchObject({ means: ['potatoes'] })
    // The same term in another spelling.
    await save('dauphinettes', ['potatoes', 'spuds'])
    expect(await meaning()).toMatchObject({ typed: 'dauphinettes', means: ['potatoes', 'spuds'] })
    expect((await save('DAUPHINETTES', [])).body.means).toEqual([])
    expect(await meaning()).toBeUndefined()
    expect(await find()).toEqual([])
  })

  it('is replaced by the built-in term when undone', async () => {
    const save = async (means: string[]) =>
      (
        await call(productSearch.saveSearchTerm, {
          token: staff.token,
          body: { typed: 'yoghurt', means, bothWays: true },
        })
      ).body
    const own = await save([])
    expect(own.means.length).toBeGreaterThan(0)
    expect((await save(['skyr'])).means).toEqual(['skyr'])
    expect(await save([])).toEqual(own)
  })
})
