import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { favourites } from '#contract/favourites.ts'
import { type ProductSearchBody, productSearch } from '#contract/product-search.ts'
import { templates } from '#contract/templates.ts'
import type { FavouriteOperation } from '#domain/favourites.ts'
import { FAVOURITES_LANE } from '#domain/favourites.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import type { ActiveFilters } from '#search/filters.ts'
import type { ApiClient } from '#src/api/client.ts'
import { createIndexKeeper } from '#src/features/search/engine/index-keeper.ts'
import { createLocalSearch } from '#src/features/search/engine/local-search.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { createAssortmentSync } from '#src/sync/assortment.ts'
import { favouritesNoun } from '#src/sync/favourites.ts'
import { refreshTemplates } from '#src/sync/templates/reads.ts'
import { aCustomer, anOrder, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { startTestApp } from '#tests/support/server.ts'

/** Searches limited to a user's favourites and templates, to adverts and by purchases, on the server and on a device. */

const { database: server, call } = await startTestApp()
const customer = await aCustomer(server)
const { priceListId, id: customerId } = customer
const user = await aUser(server, { customerIds: [customerId] })
const { token } = user
const trollyId = await aTrolly(server, { customerId, createdBy: user.id })
const params = { id: trollyId }
const names = ['Rib Steak', 'Rump Steak', 'Sirloin Steak', 'Ox Cheek', 'Pig Cheek']
const [rib = '', rump = '', sirloin = '', ox = '', pig = ''] = await Promise.all(
  names.map((name) => aProduct(server, { name, priceListId, storageType: 'chilled' })),
)
await anOrder(server, { customerId, product_nos: [ox, rump], placedAt: new Date() })
for (const productNo of [rib, rump, ox])
  await call(favourites.add, { token, params: { ...params, productNo } })

const aTemplate = async (name: string, product_nos: readonly string[], visibility?: 'shared') => {
  const query = { id: uuidv7(), customerId, name, ...(visibility && { visibility }) }
  const body = product_nos.map((product_number) => ({ product_number, quantity: 1 }))
  await call(templates.createFromArray, { token, query, body })
  return query.id
}
const fridays = await aTemplate('Fridays', [rump, sirloin, pig])
await call(templates.removeItem, { token, params: { id: fridays, itemId: pig } })
const cheeks = await aTemplate('cheeks', [ox, pig], 'shared')

const today = londonDayOf(new Date())
const yesterday = dayPlus(today, -1)
const tomorrow = dayPlus(today, 1)
await importerInto(server)(
  'adverts',
  csv(
    'code,title,position,firstDay,lastDay,products,active',
    `steaks,Steak night,2,${yesterday},${today},${rib}|${rump}|${rib},`,
    `cheeks,Low and slow,1,,,${ox}|${pig},`,
    `over,Last week,0,,${yesterday},${ox},`,
    `to-come,Next week,0,${tomorrow},,${ox},`,
    `off,Never,0,,,${ox},no`,
  ),
)

const search = async (body: ProductSearchBody, as = token) => {
  const { data, total } = (await call(productSearch.search, { token: as, params, body })).body
  return { total, product_nos: data.map(({ product_no }) => product_no) }
}
const filters = async (query: ActiveFilters & { queryString?: string } = {}, as = token) =>
  (await call(productSearch.filters, { token: as, params, query: query as object })).body
const setOf = async (body: ProductSearchBody, as = token) => new Set((await search(body, as)).product_nos)

describe('a search on the server', () => {
  it('can be limited to favourites, to a template’s current items, and to both', async () => {
    expect(await setOf({ favourite: '1' })).toEqual(new Set([rib, rump, ox]))
    expect(await setOf({ template: fridays })).toEqual(new Set([rump, sirloin]))
    expect(await setOf({ favourite: '1', queryString: 'steak' })).toEqual(new Set([rib, rump]))
    expect(await setOf({ favourite: '1', template: fridays })).toEqual(new Set([rump]))
    expect(await setOf({ favourite: '1', recently_purchased: '1', queryString: 'cheek' })).toEqual(
      new Set([ox]),
    )
  })

  it('counts both filters as if they were changed alone, including the other templates', async () => {
    const all = await filters()
    expect(all.lists.favourite).toMatchObject({ enabled: true, parameter_value: '1', count: 3 })
    const options = [
      { name: 'cheeks', parameter_name: 'template', parameter_value: cheeks, count: 2 },
      { name: 'Fridays', parameter_name: 'template', parameter_value: fridays, count: 2 },
    ]
    expect(all.lists.template.options).toEqual(options)
    const chosen = await filters({ template: fridays })
    expect(chosen.total).toBe(2)
    expect(chosen.lists).toMatchObject({ favourite: { count: 1 }, template: { options } })
    const typed = await filters({ queryString: 'steak', template: cheeks })
    expect(typed.lists.template.options.map(({ name, count }) => [name, count])).toEqual([
      ['cheeks', 0],
      ['Fridays', 2],
    ])
    const punctuation = await filters({ queryString: '?!' })
    expect([punctuation.total, punctuation.lists.favourite.count]).toEqual([0, 0])
  })

  it('can be limited to an advert of today, and to what the customer has not bought within a year', async () => {
    expect(await setOf({ advert: 'steaks' })).toEqual(new Set([rib, rump]))
    expect(await setOf({ advert: 'steaks', favourite: '1', queryString: 'rump' })).toEqual(new Set([rump]))
    expect(await setOf({ new_to_customer: '1' })).toEqual(new Set([rib, sirloin, pig]))
    expect(await setOf({ new_to_customer: '1', queryString: 'steak' })).toEqual(new Set([rib, sirloin]))
    expect(await setOf({ new_to_customer: '1', advert: 'cheeks' })).toEqual(new Set([pig]))
    expect(await setOf({ new_to_customer: '1', recently_purchased: '1' })).toEqual(new Set())
  })

  it.each(['over', 'to-come', 'off', 'unknown'])('finds nothing for the advert %j', async (advert) => {
    expect(await search({ advert })).toEqual({ total: 0, product_nos: [] })
    const { total, lists } = await filters({ advert })
    const offered = lists.advert?.options.map(({ parameter_value }) => parameter_value)
    expect([total, offered]).toEqual([0, ['cheeks', 'steaks']])
  })

  it('counts adverts in their order, and what is new to the customer', async () => {
    const countsOf = async (asked: Parameters<typeof filters>[0]) => {
      const { lists, product_attributes } = await filters(asked)
      return [
        lists.advert?.options.map(({ name, count }) => [name, count]),
        product_attributes.new_to_customer?.count,
      ]
    }
    const all = [
      ['Low and slow', 2],
      ['Steak night', 2],
    ]
    expect(await countsOf({})).toEqual([all, 3])
    expect(await countsOf({ queryString: 'steak' })).toEqual([[['Steak night', 2]], 2])
    expect(await countsOf({ advert: 'cheeks' })).toEqual([all, 1])
    expect(await countsOf({ advert: 'cheeks', queryString: 'steak' })).toEqual([
      [
        ['Low and slow', 0],
        ['Steak night', 2],
      ],
      0,
    ])
  })

  it('never uses another user’s favourites or private templates', async () => {
    const colleague = await aUser(server, { customerIds: [customerId] })
    expect(await setOf({ favourite: '1' }, colleague.token)).toEqual(new Set())
    expect(await setOf({ template: cheeks }, colleague.token)).toEqual(new Set([ox, pig]))
    const refused = await call(productSearch.search, {
      token: colleague.token,
      params,
      body: { template: fridays },
    })
    const missing = await call(productSearch.search, { token, params, body: { template: uuidv7() } })
    expect([refused.error.code, refused.text]).toEqual(['template_not_found', missing.text])
    const { lists } = await filters({}, colleague.token)
    expect(lists.favourite.enabled).toBe(false)
    expect(lists.template.options.map(({ name }) => name)).toEqual(['cheeks'])
  })

  it('rejects a deleted template, and no longer lists it', async () => {
    const gone = await aTemplate('Gone', [ox])
    await call(templates.remove, { token, params: { id: gone } })
    const { error } = await call(productSearch.search, { token, params, body: { template: gone } })
    expect(error.code).toBe('template_deleted')
    const { lists } = await filters()
    expect(lists.template.options.map(({ name }) => name)).not.toContain('Gone')
  })
})

const aDevice = async () => {
  const database = openUserDatabase('user', { indexedDB: new IDBFactory(), IDBKeyRange })
  const api: ApiClient = {
    hasToken: () => true,
    call: async (endpoint, { params: at, query, body } = {}) =>
      (
        await call(endpoint, {
          token,
          ...(at && { params: at }),
          ...(query && { query }),
          ...(body !== undefined && { body }),
        } as object)
      ).body as never,
  }
  const withRoom = <T>(write: () => Promise<T>) => write()
  const sync = createAssortmentSync({ database, api, withRoom, now: Date.now, inTurn: (_, act) => act() })
  const keeper = createIndexKeeper(database)
  await sync.refresh({ customerId, priceListId })
  await keeper.bringUpToDate(() => {})
  const local = createLocalSearch({ database, keeper })
  return {
    database,
    refreshLists: async () => {
      await favouritesNoun.refresh?.({ database, api, customer: { customerId, priceListId } })
      await refreshTemplates({ database, api }, { customerId, priceListId })
    },
    search: async (body: ProductSearchBody) => {
      const { data, total } = await local.search({ body, priceListId, customerId })
      return { total, product_nos: data.map(({ product_no }) => product_no) }
    },
    filters: (body: ProductSearchBody = {}) => local.filters({ body, customerId }),
    wait: (kind: FavouriteOperation['kind'], product_no: string) => {
      const operation: FavouriteOperation = { kind, product_no, trollyId, at: new Date().toISOString() }
      return database.outbox.add({
        opId: uuidv7(),
        v: 2,
        lane: FAVOURITES_LANE,
        operation,
        expectedVersion: null,
        state: 'pending',
        attempts: 0,
        request: null,
        nextAttemptAt: 0,
        refusal: null,
        notBefore: 0,
        createdAt: 0,
      })
    },
  }
}

describe('a search on the device', () => {
  it('finds and counts the same as the server', async () => {
    const device = await aDevice()
    await device.refreshLists()
    for (const body of [
      { favourite: '1' },
      { favourite: '1', queryString: 'steak' },
      { favourite: '1', sort_by: 'name' },
      { favourite: '1', recently_purchased: '1' },
      { template: fridays },
      { template: cheeks, queryString: 'steak' },
      { template: fridays, favourite: '1', sort_by: 'price' },
      { advert: 'steaks' },
      { advert: 'cheeks', queryString: 'cheek', new_to_customer: '1' },
      { advert: 'over' },
      { advert: 'to-come' },
      { advert: 'unknown' },
      { new_to_customer: '1' },
      { new_to_customer: '1', queryString: 'steak', favourite: '1' },
    ] satisfies ProductSearchBody[]) {
      expect(await device.search(body), JSON.stringify(body)).toEqual(await search(body))
      const { sort_by: _, ...filtered } = body as ProductSearchBody
      const [here, there] = [await device.filters(filtered), await filters(filtered as ActiveFilters)]
      expect(here.lists, JSON.stringify(body)).toEqual(there.lists)
      expect(here.product_attributes, JSON.stringify(body)).toEqual(there.product_attributes)
    }
  })

  it('includes unsent changes', async () => {
    const device = await aDevice()
    await device.refreshLists()
    await device.wait('unstar', rib)
    await device.wait('star', pig)
    expect(new Set((await device.search({ favourite: '1' })).product_nos)).toEqual(new Set([rump, ox, pig]))
    expect((await device.filters({ queryString: 'cheek' })).lists.favourite.count).toBe(2)
  })

  it('leaves favourites that were never downloaded to the server, and does not count them', async () => {
    const device = await aDevice()
    await expect(device.search({ favourite: '1' })).rejects.toMatchObject({ code: 'filter_needs_server' })
    expect((await device.filters()).lists.favourite).toEqual({
      enabled: false,
      parameter_name: 'favourite',
      parameter_value: '1',
    })
  })
})
