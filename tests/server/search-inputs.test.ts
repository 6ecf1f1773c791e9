import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import { type ProductSearchBody, productSearch } from '#contract/product-search.ts'
import { DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'
import { searchTerms } from '#server/db/schema/search-terms.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { createIndexKeeper } from '#src/features/search/engine/index-keeper.ts'
import { createLocalSearch } from '#src/features/search/engine/local-search.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { createAssortmentSync } from '#src/sync/assortment.ts'
import { refreshSearchInputs } from '#src/sync/search-inputs.ts'
import { aCustomer, anOrder, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { startTestApp } from '#tests/support/server.ts'

/** Trade terms, adverts and purchases: the server's, and those that a device downloads to search with. */

const NOW = new Date('2027-03-01T10:00:00Z')
const { database: server, call } = await startTestApp({ now: () => NOW })
const importCsv = importerInto(server)
const customer = await aCustomer(server)
const { priceListId, id: customerId } = customer
const user = await aUser(server, { customerIds: [customerId] })
const { token } = user
const trollyId = await aTrolly(server, { customerId, createdBy: user.id })

const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)
const names = ['Flat Iron Steak', 'Feather Steak', 'Rib Steak', 'Bath Chap', 'Pig Cheek', 'Ox Cheek']
const [flatIron = '', feather = '', rib = '', bathChap = '', pigCheek = '', oxCheek = ''] = await Promise.all(
  names.map((name) => aProduct(server, { name, priceListId })),
)

const termsOf = async (since?: string) =>
  (await call(productSearch.searchTerms, { token, query: { ...(since && { since }) } })).body
const purchasesOf = async (since?: string) =>
  (
    await call(productSearch.purchases, {
      token,
      params: { id: customerId },
      query: { ...(since && { since }) },
    })
  ).body

const aDevice = async (answer: (path: string) => void = () => {}) => {
  const database = openUserDatabase('user', { indexedDB: new IDBFactory(), IDBKeyRange })
  const api: ApiClient = {
    hasToken: () => true,
    call: async (endpoint, { params, query } = {}) => {
      answer(endpoint.path)
      return (await call(endpoint, { token, ...(params && { params }), ...(query && { query }) }))
        .body as never
    },
  }
  const ports = { database, api, withRoom: <T>(write: () => Promise<T>) => write(), now: () => NOW.getTime() }
  const sync = createAssortmentSync({ ...ports, inTurn: (_, act) => act() })
  const keeper = createIndexKeeper(database)
  const local = createLocalSearch({ database, keeper, now: () => NOW.getTime() })
  return {
    database,
    ports,
    refresh: async () => {
      await sync.refresh({ customerId, priceListId })
      await keeper.bringUpToDate(() => {})
    },
    search: async (body: ProductSearchBody) => {
      const { data, total } = await local.search({ body, priceListId, customerId })
      return { total, product_nos: data.map(({ product_no }) => product_no) }
    },
    filters: () => local.filters({ body: {}, customerId }),
  }
}

const onServer = async (body: ProductSearchBody) => {
  const { data, total } = (await call(productSearch.search, { token, params: { id: trollyId }, body })).body
  return { total, product_nos: data.map(({ product_no }) => product_no) }
}

describe('trade terms', () => {
  it('are those of the build, and are not sent again to a caller that has them', async () => {
    const { cursor, terms } = await termsOf()
    expect(terms).toHaveLength(DEFAULT_TRADE_TERMS.length)
    expect(await termsOf(cursor)).toEqual({ cursor, terms: null })
    expect((await termsOf('made-up')).terms).toEqual(terms)
  })

  it('are overridden by a wholesaler’s rows, and leave out withdrawn ones', async () => {
    const before = await termsOf()
    await importCsv(
      'search-terms',
      csv(
        'typed,means,bothWays,active',
        'butlers,flat iron|feather,no,yes',
        'EVOO,rapeseed oil,no,yes',
        'gf,,,no',
      ),
    )
    const { cursor, terms } = await termsOf(before.cursor)
    expect(cursor).not.toBe(before.cursor)
    expect(terms).toContainEqual({ typed: 'butlers', means: ['flat iron', 'feather'], bothWays: false })
    expect(terms?.filter(({ typed }) => /^evoo$/i.test(typed))).toEqual([
      { typed: 'EVOO', means: ['rapeseed oil'], bothWays: false },
    ])
    expect(terms?.some(({ typed }) => typed === 'gf')).toBe(false)
    await server.delete(searchTerms)
  })

  it('are rejected if they are empty', async () => {
    const { refusals } = await importCsv(
      'search-terms',
      csv('typed,means,active', 'butlers,,yes', ',steak,yes'),
    )
    expect(refusals).toEqual([
      [2, 'contradiction'],
      [3, 'missing_value'],
    ])
  })
})

describe('adverts', () => {
  const advertsOf = async (since?: string) =>
    (await call(productSearch.adverts, { token, query: { ...(since && { since }) } })).body

  it('are those of today and to come, and are not sent again to a caller that has them', async () => {
    await importCsv(
      'adverts',
      csv(
        'code,title,text,position,firstDay,lastDay,products',
        `steaks,Steak night,Cut to order,2,2027-03-02,,${rib}|${feather}`,
        `cheeks,Low and slow,,1,,2027-03-01,${oxCheek}`,
        `over,Last month,,0,,2027-02-28,${oxCheek}`,
      ),
    )
    const { cursor, adverts } = await advertsOf()
    expect(adverts).toEqual([
      {
        code: 'cheeks',
        title: 'Low and slow',
        text: '',
        firstDay: null,
        lastDay: '2027-03-01',
        product_nos: [oxCheek],
      },
      {
        code: 'steaks',
        title: 'Steak night',
        text: 'Cut to order',
        firstDay: '2027-03-02',
        lastDay: null,
        product_nos: [rib, feather],
      },
    ])
    expect(await advertsOf(cursor)).toEqual({ cursor, adverts: null })
    await importCsv('adverts', csv('code,title,products,active', `steaks,Steak night,${rib},no`))
    expect((await advertsOf(cursor)).adverts?.map(({ code }) => code)).toEqual(['cheeks'])
  })
})

describe("a customer's purchases", () => {
  it('are counted in orders within a year, and are not sent again to a caller that has them', async () => {
    await anOrder(server, { customerId, product_nos: [rib, rib, bathChap], placedAt: daysAgo(200) })
    await anOrder(server, { customerId, product_nos: [rib], placedAt: daysAgo(10) })
    await anOrder(server, { customerId, product_nos: [feather], placedAt: daysAgo(366) })
    const stranger = await aCustomer(server)
    await anOrder(server, { customerId: stranger.id, product_nos: [feather], placedAt: daysAgo(1) })
    const { cursor, purchases } = await purchasesOf()
    expect(purchases).toEqual({
      product_nos: [rib, bathChap],
      times: [2, 1],
      lastPlacedMs: [daysAgo(10).getTime(), daysAgo(200).getTime()],
    })
    expect(await purchasesOf(cursor)).toEqual({ cursor, purchases: null })
  })

  it('cannot be read by other users', async () => {
    const stranger = await aCustomer(server)
    const { status, error } = await call(productSearch.purchases, { token, params: { id: stranger.id } })
    expect([status, error.code]).toEqual([404, 'customer_not_found'])
  })
})

describe('a search on a device', () => {
  it('finds and ranks with the same terms and purchases as the server', async () => {
    await importCsv(
      'search-terms',
      csv('typed,means,bothWays', 'butlers,flat iron|feather,no', 'chap,cheek,yes'),
    )
    await termsOf()
    const device = await aDevice()
    await device.refresh()
    const bodies: ProductSearchBody[] = [
      { queryString: 'butlers steak' },
      { queryString: 'steak' },
      { queryString: 'chap' },
      { queryString: 'cheek' },
      { recently_purchased: '1' },
      { recently_purchased: '1', queryString: 'steak' },
      { recently_purchased: '1', queryString: 'chap' },
    ]
    const found = await Promise.all(bodies.map(onServer))
    expect(await Promise.all(bodies.map(device.search))).toEqual(found)
    const [butlers, steak, chap, , recent, recentSteak, recentChap] = found.map(
      ({ product_nos }) => product_nos,
    )
    expect(butlers?.sort()).toEqual([flatIron, feather].sort())
    // Bought twice, so ahead of one whose name is equally short.
    expect(steak?.indexOf(rib)).toBeLessThan(steak?.indexOf(feather) ?? -1)
    expect(chap?.sort()).toEqual([bathChap, pigCheek, oxCheek].sort())
    expect([recent, recentSteak, recentChap]).toEqual([[rib], [rib], []])
    expect((await device.filters()).product_pricing.recently_purchased.enabled).toBe(true)
  })

  it('applies changes, and requests nothing twice', async () => {
    const device = await aDevice()
    await device.refresh()
    const { ports, database } = device
    await importCsv('search-terms', csv('typed,means', 'butlers,rib'))
    await refreshSearchInputs(ports, { customerId, signal: undefined })
    expect((await device.search({ queryString: 'butlers' })).product_nos).toEqual([rib])
    const before = await database.searchInputs.toArray()
    await refreshSearchInputs(ports, { customerId, signal: undefined })
    expect(await database.searchInputs.toArray()).toEqual(before)
  })

  it('uses the build’s terms with a server too old to have any, and leaves adverts and purchases to the server', async () => {
    const device = await aDevice((path) => {
      if (/(search-terms|adverts|purchase-history)$/.test(path))
        throw new ApiError({ status: 404, code: 'not_found', message: 'Not found' })
    })
    await device.refresh()
    expect((await device.search({ queryString: 'steak' })).total).toBe(3)
    for (const body of [{ recently_purchased: '1' }, { new_to_customer: '1' }, { advert: 'cheeks' }] as const)
      await expect(device.search(body)).rejects.toMatchObject({ code: 'filter_needs_server' })
    const { lists, product_attributes, product_pricing } = await device.filters()
    expect(product_pricing.recently_purchased.enabled).toBe(false)
    expect(product_attributes.new_to_customer).not.toHaveProperty('count')
    expect(lists).not.toHaveProperty('advert')
  })

  it('keeps the purchases of the most recently used customers', async () => {
    const device = await aDevice()
    const others = await Promise.all([1, 2, 3].map(() => aCustomer(server)))
    const staff = await aUser(server, { accountType: 'ST' })
    let now = NOW.getTime()
    const api: ApiClient = {
      hasToken: () => true,
      call: async (endpoint, { params, query } = {}) =>
        (await call(endpoint, { token: staff.token, ...(params && { params }), ...(query && { query }) }))
          .body as never,
    }
    for (const { id } of [customer, ...others]) {
      now += 1
      await refreshSearchInputs(
        { ...device.ports, api, now: () => now },
        { customerId: id, signal: undefined },
      )
    }
    const kept = (await device.database.searchInputs.toArray()).map(({ name }) => name)
    expect(kept.sort()).toEqual(
      ['adverts', 'trade-terms', ...others.map(({ id }) => `purchase-history:${id}`)].sort(),
    )
  })
})
