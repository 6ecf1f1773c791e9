import { expect, it } from 'vitest'
import { productSearch } from '#contract/product-search.ts'
import {
  type AdvertFields,
  maintainedAdverts,
  type TradeTermFields,
  tradeTerms,
} from '#contract/search-terms.ts'
import { aShared, testAccess } from '#tests/support/access.ts'
import { aProduct, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp({ now: () => new Date('2026-11-25T09:00:00Z') })
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST', username: 'Ann Office' })

let made = 0
const termFields = (parts: Partial<TradeTermFields> = {}): TradeTermFields => {
  made += 1
  return { typed: `term ${made}`, means: ['toilet roll'], bothWays: false, active: true, ...parts }
}
const advertFields = (parts: Partial<AdvertFields> = {}): AdvertFields => {
  made += 1
  return {
    code: `summer-${made}`,
    title: 'Summer barbecue',
    text: '',
    position: 1,
    firstDay: null,
    lastDay: null,
    product_nos: [shared.product_no],
    active: true,
    ...parts,
  }
}
const aTerm = async (parts: Partial<TradeTermFields> = {}) =>
  (await call(tradeTerms.create, { token, body: termFields(parts) })).body
const anAdvert = async (parts: Partial<AdvertFields> = {}) =>
  (await call(maintainedAdverts.create, { token, body: advertFields(parts) })).body
const [term, otherTerm] = [await aTerm(), await aTerm()]
const [advert, otherAdvert] = [await anAdvert(), await anAdvert()]
const changeOfTerm = (await call(tradeTerms.changes, { token, body: { record_id: otherTerm.id } })).body
const changeOfAdvert = (await call(maintainedAdverts.changes, { token, body: { record_id: otherAdvert.id } }))
  .body

testAccess(app, shared, { tradeTerms, maintainedAdverts }, () => ({
  ...maintainedAccess('tradeTerms', {
    id: term.id,
    changeId: changeOfTerm.data[0]?.id ?? '',
    fields: termFields,
    change: { bothWays: true },
  }),
  ...maintainedAccess('maintainedAdverts', {
    id: advert.id,
    changeId: changeOfAdvert.data[0]?.id ?? '',
    fields: advertFields,
    change: { title: 'Autumn soups' },
  }),
}))

it('a synonym reaches devices, until it is deleted; one that is off takes Trolly’s own meaning away', async () => {
  const means = async (typed: string) => {
    const { terms } = (await call(productSearch.searchTerms, { token })).body
    return terms?.find((each) => each.typed === typed)?.means
  }
  const { id } = await aTerm({ typed: 'dunny paper' })
  expect(await means('dunny paper')).toEqual(['toilet roll'])
  await call(tradeTerms.remove, { token, params: { id } })
  expect(await means('dunny paper')).toBeUndefined()
  const own = (await call(productSearch.searchTerms, { token })).body.terms?.[0]
  await aTerm({ typed: own?.typed ?? '', means: [], active: false })
  expect(await means(own?.typed ?? '')).toBeUndefined()
})

it('a synonym made in the report is listed with who made it', async () => {
  await call(productSearch.saveSearchTerm, {
    token,
    body: { typed: 'chookies', means: ['chicken'], bothWays: false },
  })
  const { data } = (await call(tradeTerms.search, { token, body: { queryString: 'chookies' } })).body
  expect(data).toMatchObject([{ typed: 'chookies', means: ['chicken'], active: true }])
  const changes = (await call(tradeTerms.changes, { token, body: { record_id: data[0]?.id ?? '' } })).body
  expect(changes.data).toMatchObject([{ kind: 'added', by: 'Ann Office' }])
})

it.each([
  ['means', () => call(tradeTerms.create, { token, body: termFields({ means: [] }) })],
  [
    'lastDay',
    () =>
      call(maintainedAdverts.create, {
        token,
        body: advertFields({ firstDay: '2026-12-02', lastDay: '2026-12-01' }),
      }),
  ],
])('what cannot be in %s is refused there', async (field, send) => {
  expect((await send()).error.errors).toMatchObject([{ path: `body/${field}` }])
})

it('an advert reaches devices on its days, and none after it was deleted', async () => {
  const { priceListId } = shared.customer
  const product_no = await aProduct(database, { priceListId })
  const shown = async () => {
    const { adverts } = (await call(productSearch.adverts, { token })).body
    return adverts?.map(({ code }) => code) ?? []
  }
  const { id, code } = await anAdvert({ product_nos: [product_no], lastDay: '2026-11-30' })
  const { code: past } = await anAdvert({ product_nos: [product_no], lastDay: '2026-11-24' })
  expect(await shown()).toContain(code)
  expect(await shown()).not.toContain(past)
  await call(maintainedAdverts.remove, { token, params: { id } })
  expect(await shown()).not.toContain(code)
})
