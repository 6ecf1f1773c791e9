import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { CONTRACT } from '#contract/all.ts'
import { auth } from '#contract/auth.ts'
import { baskets } from '#contract/baskets.ts'
import { config } from '#contract/config.ts'
import { customers } from '#contract/customers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { FAQ_KEY, faq } from '#contract/faq.ts'
import { favourites } from '#contract/favourites.ts'
import { health } from '#contract/health.ts'
import { operations } from '#contract/operations.ts'
import { products } from '#contract/products.ts'
import { statistics } from '#contract/statistics.ts'
import { templates } from '#contract/templates.ts'
import { faqs } from '#server/db/schema/faqs.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { templateItems, templates as templateRows } from '#server/db/schema/templates.ts'
import { aCustomer, aProduct, aTrolly, aUser, type BuiltUser, PASSWORD } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/**
 * Every call of the contract × every kind of caller, in one table. The trolly, the customer and what they hold are of a
 * customer that C1, C2, DS and `noOrders` are entered for; ST, AD and NW are staff; `stranger` belongs to another.
 */

const { database, call } = await startTestApp()

const CALLERS = [
  'visitor',
  'C1',
  'C2',
  'DS',
  'ST',
  'AD',
  'NW',
  'noOrders',
  'stranger',
  'deactivated',
  'expired',
  'revoked',
] as const
type CallerName = (typeof CALLERS)[number]

/** The answer: 'ok', or the code of the refusal. */
type Row = Partial<Record<CallerName, string>> & { everybody: string }

const NOBODY_IN = {
  visitor: 'unauthenticated',
  deactivated: 'unauthenticated',
  expired: 'unauthenticated',
  revoked: 'unauthenticated',
}
const STAFF: Row = { ...NOBODY_IN, everybody: 'forbidden', ST: 'ok', AD: 'ok', NW: 'ok' }
/** A basic customer has no reports. */
const REPORTERS: Row = { ...NOBODY_IN, everybody: 'ok', C1: 'forbidden' }
const ANYONE: Row = { everybody: 'ok' }
const SIGNED_IN: Row = { ...NOBODY_IN, everybody: 'ok' }
const READS_TROLLY: Row = { ...NOBODY_IN, everybody: 'ok', stranger: 'trolly_not_found' }
const READS_CUSTOMER: Row = { ...NOBODY_IN, everybody: 'ok', stranger: 'customer_not_found' }
const USES_TEMPLATE: Row = { ...NOBODY_IN, everybody: 'ok', stranger: 'template_not_found' }
const USES_ORDER: Row = { ...NOBODY_IN, everybody: 'ok', stranger: 'order_not_found' }
const CHANGES_TROLLY: Row = { ...READS_TROLLY, noOrders: 'may_not_order' }

type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  ifMatch?: string
}
type Line = { endpoint: Endpoint; expected: Row; request?: Request }

const customer = await aCustomer(database)
const product_no = await aProduct(database, { priceListId: customer.priceListId })
const someone = await aUser(database)
const details = { deliveryDay: null, poNumber: '', instructions: '' }

const question = {
  subject: 'Ordering',
  question: 'How late can I change an order?',
  answer: 'Until its cut-off.',
  audience: 'everyone' as const,
  position: 1,
}
const faqId = uuidv7()
await database.insert(faqs).values({ id: faqId, ...question })
const key = FAQ_KEY

const orderId = uuidv7()
await database.insert(orders).values({
  id: orderId,
  orderNo: 1,
  customerId: customer.id,
  deliveryDay: '2027-01-01',
  netPence: 1,
  vatPence: 0,
  totalPence: 1,
})
await database.insert(orderLines).values({
  orderId,
  position: 1,
  product_no,
  name: '',
  pack: '',
  quantity: 1,
  unitPricePence: 1,
  vatBasisPoints: 0,
  netPence: 1,
})
// Shared, since private ones are their owner's alone: see templates.test.ts.
const templateId = uuidv7()
await database.insert(templateRows).values({
  id: templateId,
  customerId: customer.id,
  ownerId: someone.id,
  name: 'Fridays',
  visibility: 'shared',
  itemCount: 1,
  createdAt: new Date(),
  updatedAt: new Date(),
})
await database.insert(templateItems).values({ templateId, product_no, position: 1, addedAt: new Date() })

/** Each row has a trolly of its own. */
const table = (id: string, caller: BuiltUser | undefined): Record<string, Line> => ({
  'auth.signIn': {
    endpoint: auth.signIn,
    expected: { ...ANYONE, deactivated: 'wrong_credentials' },
    request: { body: { email: (caller ?? someone).email, password: PASSWORD } },
  },
  'auth.signOut': { endpoint: auth.signOut, expected: SIGNED_IN },
  'baskets.list': { endpoint: baskets.list, expected: SIGNED_IN },
  'baskets.create': {
    endpoint: baskets.create,
    expected: { ...CHANGES_TROLLY, stranger: 'customer_not_found' },
    request: { body: { id: uuidv7(), customerId: customer.id, ...details } },
  },
  'baskets.get': { endpoint: baskets.get, expected: READS_TROLLY, request: { params: { id } } },
  'baskets.update': {
    endpoint: baskets.update,
    expected: CHANGES_TROLLY,
    request: { params: { id }, ifMatch: '1', body: { poNumber: 'x' } },
  },
  'baskets.remove': {
    endpoint: baskets.remove,
    expected: CHANGES_TROLLY,
    request: { params: { id }, ifMatch: '2' },
  },
  'baskets.addItem': {
    endpoint: baskets.addItem,
    expected: CHANGES_TROLLY,
    request: { params: { id }, body: { product_no, quantity: 1, seenPricePence: null } },
  },
  'baskets.setItem': {
    endpoint: baskets.setItem,
    expected: CHANGES_TROLLY,
    request: {
      params: { id, productNo: product_no },
      ifMatch: '1',
      body: { quantity: 3, seenPricePence: null },
    },
  },
  'baskets.removeItem': {
    endpoint: baskets.removeItem,
    expected: CHANGES_TROLLY,
    request: { params: { id, productNo: product_no }, ifMatch: '1' },
  },
  'favourites.add': {
    endpoint: favourites.add,
    expected: SIGNED_IN,
    request: { params: { id, productNo: product_no } },
  },
  'favourites.remove': {
    endpoint: favourites.remove,
    expected: SIGNED_IN,
    request: { params: { id, productNo: product_no } },
  },
  'favourites.search': {
    endpoint: favourites.search,
    expected: READS_CUSTOMER,
    request: { body: { customerId: customer.id } },
  },
  // Each operation says for itself: see operations.test.ts.
  'operations.run': {
    endpoint: operations.run,
    expected: SIGNED_IN,
    request: {
      body: {
        operations: [
          {
            method: 'DELETE',
            path: `/api/basket/new/${id}/item/${product_no}?v=1`,
            headers: { 'idempotency-key': uuidv7(), 'if-match': '1' },
            body: '',
          },
        ],
      },
    },
  },
  // A user who can order gets as far as the comparison with the prices seen.
  'baskets.checkout': {
    endpoint: baskets.checkout,
    expected: { ...CHANGES_TROLLY, everybody: 'changed' },
    request: {
      params: { id },
      body: {
        deliveryDay: null,
        lines: [],
        totalPence: 0,
        confirmations: { ageRestricted: false, catchWeight: false },
      },
    },
  },
  'config.get': { endpoint: config.get, expected: ANYONE },
  'customers.search': { endpoint: customers.search, expected: SIGNED_IN, request: { body: {} } },
  'customers.get': {
    endpoint: customers.get,
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'customers.deliveryDates': {
    endpoint: customers.deliveryDates,
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'faq.list': { endpoint: faq.list, expected: SIGNED_IN },
  'faq.search': { endpoint: faq.search, expected: STAFF, request: { body: {} } },
  'faq.create': {
    endpoint: faq.create,
    expected: STAFF,
    request: { body: { key, id: uuidv7(), ...question } },
  },
  'faq.update': {
    endpoint: faq.update,
    expected: STAFF,
    request: { params: { id: faqId }, body: { key, version: 1, ...question } },
  },
  'faq.remove': {
    endpoint: faq.remove,
    expected: STAFF,
    request: { params: { id: faqId }, body: { key } },
  },
  'faq.restore': { endpoint: faq.restore, expected: STAFF, request: { params: { id: faqId } } },
  'health.live': { endpoint: health.live, expected: ANYONE },
  'health.ready': { endpoint: health.ready, expected: ANYONE },
  'products.filters': { endpoint: products.filters, expected: READS_TROLLY, request: { params: { id } } },
  'products.search': {
    endpoint: products.search,
    expected: READS_TROLLY,
    request: { params: { id }, body: { queryString: 'tomatoes' } },
  },
  'products.get': {
    endpoint: products.get,
    expected: READS_TROLLY,
    request: { params: { id, productNo: product_no } },
  },
  'products.assortment': { endpoint: products.assortment, expected: SIGNED_IN },
  'products.searchTerms': { endpoint: products.searchTerms, expected: SIGNED_IN },
  'products.saveSearchTerm': {
    endpoint: products.saveSearchTerm,
    expected: STAFF,
    request: { body: { typed: 'spuds', means: ['potatoes'], bothWays: true } },
  },
  'products.purchases': {
    endpoint: products.purchases,
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'products.prices': {
    endpoint: products.prices,
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'statistics.recordSearches': {
    endpoint: statistics.recordSearches,
    expected: SIGNED_IN,
    request: {
      body: {
        searches: [
          {
            id: uuidv7(),
            customerId: customer.id,
            at: new Date().toISOString(),
            term: 'tomatoes',
            found: 3,
            added: false,
          },
        ],
      },
    },
  },
  'statistics.searchAnalysis': {
    endpoint: statistics.searchAnalysis,
    expected: REPORTERS,
    request: { body: { created_start_date: '2026-11-01', created_end_date: '2026-11-30' } },
  },
  'templates.create': {
    endpoint: templates.create,
    expected: { ...SIGNED_IN, stranger: 'customer_not_found' },
    request: { body: { id: uuidv7(), customerId: customer.id, name: 'Fridays' } },
  },
  'templates.list': { endpoint: templates.list, expected: SIGNED_IN },
  'templates.search': { endpoint: templates.search, expected: SIGNED_IN, request: { body: {} } },
  'templates.get': {
    endpoint: templates.get,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId } },
  },
  // The same name, which changes nothing, so that each caller finds the first version.
  'templates.update': {
    endpoint: templates.update,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId }, ifMatch: '1', body: { name: 'Fridays' } },
  },
  'templates.addItem': {
    endpoint: templates.addItem,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId }, body: { product_number: product_no } },
  },
  'templates.setItem': {
    endpoint: templates.setItem,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId, itemId: product_no }, body: { parLevel: 3 } },
  },
  'templates.removeItem': {
    endpoint: templates.removeItem,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId, itemId: product_no } },
  },
  'templates.restoreItem': {
    endpoint: templates.restoreItem,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId, itemId: product_no } },
  },
  'templates.createFromTransaction': {
    endpoint: templates.createFromTransaction,
    expected: USES_ORDER,
    request: { params: { id: orderId }, body: { id: uuidv7(), name: 'Fridays', tdd_id: orderId } },
  },
  'templates.createFromDocument': {
    endpoint: templates.createFromDocument,
    expected: USES_ORDER,
    request: { params: { id: orderId }, body: { id: uuidv7(), name: 'Fridays', tdd_id: orderId } },
  },
  'templates.createFromTrolly': {
    endpoint: templates.createFromTrolly,
    expected: READS_TROLLY,
    request: { params: { id }, body: { id: uuidv7(), name: 'Fridays' } },
  },
  'templates.createFromArray': {
    endpoint: templates.createFromArray,
    expected: { ...SIGNED_IN, stranger: 'customer_not_found' },
    request: {
      query: { id: uuidv7(), customerId: customer.id, name: 'Fridays' },
      body: [{ product_number: product_no, quantity: 1 }],
    },
  },
  // The last two, since a deleted template takes no other change.
  'templates.remove': {
    endpoint: templates.remove,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId } },
  },
  'templates.restore': {
    endpoint: templates.restore,
    expected: USES_TEMPLATE,
    request: { params: { id: templateId } },
  },
})

const callers: Record<CallerName, () => Promise<BuiltUser | undefined>> = {
  visitor: async () => undefined,
  C1: () => aUser(database, { accountType: 'C1', customerIds: [customer.id] }),
  C2: () => aUser(database, { accountType: 'C2', customerIds: [customer.id] }),
  DS: () => aUser(database, { accountType: 'DS', customerIds: [customer.id] }),
  ST: () => aUser(database, { accountType: 'ST' }),
  AD: () => aUser(database, { accountType: 'AD' }),
  NW: () => aUser(database, { accountType: 'NW' }),
  noOrders: () => aUser(database, { canPlaceOrders: false, customerIds: [customer.id] }),
  stranger: async () => aUser(database, { customerIds: [(await aCustomer(database)).id] }),
  deactivated: () => aUser(database, { deactivated: true, customerIds: [customer.id] }),
  expired: () => aUser(database, { expiresAt: new Date(0), customerIds: [customer.id] }),
  revoked: async () => {
    const user = await aUser(database, { customerIds: [customer.id] })
    await call(auth.signOut, { token: user.token })
    return user
  },
}

describe.each(CALLERS)('%s', (name) => {
  it.each(Object.keys(table('', undefined)))('%s', async (key) => {
    const caller = await callers[name]()
    const id = await aTrolly(database, {
      customerId: customer.id,
      createdBy: someone.id,
      lines: [{ product_no, quantity: 2 }],
    })
    const line = table(id, caller)[key]
    if (line === undefined) throw new Error(key)
    const { endpoint, expected, request } = line
    const { params, query, body, ifMatch } = request ?? {}
    const reply = await call(endpoint, {
      ...(caller && { token: caller.token }),
      ...(params && { params: params as never }),
      ...(query && { query: query as never }),
      ...(body !== undefined && { body: body as never }),
      ...(ifMatch !== undefined && { ifMatch }),
    })
    expect(reply.status === 200 ? 'ok' : reply.error.code).toBe(expected[name] ?? expected.everybody)

    // A change that was refused has changed nothing.
    if (reply.status !== 200) {
      const { rows } = await database.$client.query(
        'SELECT b.version, b.state, l.quantity, l.version AS line FROM baskets b JOIN basket_lines l ON l.basket_id = b.id WHERE b.id = $1',
        [id],
      )
      expect(rows).toEqual([{ version: 2, state: 'open', quantity: 2, line: 1 }])
    }
  })
})

it('names every call of the contract', () => {
  const all = Object.entries(CONTRACT).flatMap(([noun, calls]) =>
    Object.keys(calls).map((name) => `${noun}.${name}`),
  )
  expect(Object.keys(table('', undefined)).toSorted()).toEqual(all.toSorted())
})

it('tells nothing of other people’s lists', async () => {
  const { token } = await aUser(database)
  expect((await call(baskets.list, { token })).body).toMatchObject({ data: [], total: 0 })
  expect((await call(customers.search, { token, body: {} })).body).toMatchObject({ data: [], total: 0 })
})
