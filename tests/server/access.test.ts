import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { CONTRACT } from '#contract/all.ts'
import { auth } from '#contract/auth.ts'
import { config } from '#contract/config.ts'
import { customers } from '#contract/customers.ts'
import { health } from '#contract/health.ts'
import { operations } from '#contract/operations.ts'
import { productSearch } from '#contract/product-search.ts'
import { productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { productSuggestions } from '#contract/product-suggestions.ts'
import { products } from '#contract/products.ts'
import { templateReads } from '#contract/template-reads.ts'
import { templates } from '#contract/templates.ts'
import { trollies } from '#contract/trollies.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { templateItems, templates as templateRows } from '#server/db/schema/templates.ts'
import {
  ANYONE,
  aShared,
  CHANGES_TEMPLATE,
  CHANGES_TROLLY,
  READS_CUSTOMER,
  READS_TROLLY,
  REPORTERS,
  SIGNED_IN,
  STAFF,
  testAccess,
  USES_ORDER,
  USES_TEMPLATE,
} from '#tests/support/access.ts'
import { aUser, PASSWORD } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** Nouns whose own tests do not include this. */

const app = await startTestApp()
const { database, call } = app
const shared = await aShared(database)
const { customer, product_no, someone } = shared
const details = { deliveryDay: null, poNumber: '', instructions: '' }

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
// Shared, since private ones are only for their owner: see templates.test.ts.
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

const HERE = {
  auth,
  trollies,
  config,
  customers,
  health,
  operations,
  productSearch,
  products,
  productSearchAnalysis,
  productSuggestions,
  templateReads,
  templates,
}

testAccess(app, shared, HERE, ({ id, caller }) => ({
  'auth.signIn': {
    expected: { ...ANYONE, deactivated: 'wrong_credentials' },
    request: { body: { email: (caller ?? someone).email, password: PASSWORD } },
  },
  'auth.signOut': { expected: SIGNED_IN },
  'trollies.list': { expected: SIGNED_IN },
  'trollies.create': {
    expected: { ...CHANGES_TROLLY, stranger: 'customer_not_found' },
    request: { body: { id: uuidv7(), customerId: customer.id, ...details } },
  },
  'trollies.get': { expected: READS_TROLLY, request: { params: { id } } },
  'trollies.update': {
    expected: CHANGES_TROLLY,
    request: { params: { id }, ifMatch: '1', body: { poNumber: 'x' } },
  },
  'trollies.remove': {
    expected: CHANGES_TROLLY,
    request: { params: { id }, ifMatch: '2' },
  },
  'trollies.addItem': {
    expected: CHANGES_TROLLY,
    request: { params: { id }, body: { product_no, quantity: 1, seenPricePence: null } },
  },
  'trollies.setItem': {
    expected: CHANGES_TROLLY,
    request: {
      params: { id, productNo: product_no },
      ifMatch: '1',
      body: { quantity: 3, seenPricePence: null },
    },
  },
  'trollies.setTerms': {
    expected: CHANGES_TROLLY,
    request: { params: { id, productNo: product_no }, body: { note: 'x' } },
  },
  'trollies.removeItem': {
    expected: CHANGES_TROLLY,
    request: { params: { id, productNo: product_no }, ifMatch: '1' },
  },
  // Each operation checks its own access: see operations.test.ts.
  'operations.run': {
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
  // A user who can order gets as far as the comparison with the seen prices.
  'trollies.checkout': {
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
  'config.get': { expected: ANYONE },
  'customers.search': { expected: SIGNED_IN, request: { body: {} } },
  'customers.get': {
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'customers.deliveryDates': {
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'health.live': { expected: ANYONE },
  'health.ready': { expected: ANYONE },
  'productSearch.filters': { expected: READS_TROLLY, request: { params: { id } } },
  'productSearch.search': {
    expected: READS_TROLLY,
    request: { params: { id }, body: { queryString: 'tomatoes' } },
  },
  'productSuggestions.find': {
    expected: READS_TROLLY,
    request: { params: { id }, query: { queryString: 'tom' } },
  },
  'productSearch.get': {
    expected: READS_TROLLY,
    request: { params: { id, productNo: product_no } },
  },
  'productSearch.getForTrolly': {
    expected: READS_TROLLY,
    request: { params: { id, productNo: product_no } },
  },
  'products.assortment': { expected: SIGNED_IN },
  'productSearch.searchTerms': { expected: SIGNED_IN },
  'productSearch.adverts': { expected: SIGNED_IN },
  'productSearch.saveSearchTerm': {
    expected: STAFF,
    request: { body: { typed: 'spuds', means: ['potatoes'], bothWays: true } },
  },
  'productSearch.purchases': {
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'products.prices': {
    expected: READS_CUSTOMER,
    request: { params: { id: customer.id } },
  },
  'productSearchAnalysis.record': {
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
  'productSearchAnalysis.recordEvents': {
    expected: SIGNED_IN,
    request: {
      body: {
        sentAt: new Date().toISOString(),
        searches: [
          {
            id: uuidv7(),
            customerId: customer.id,
            at: new Date().toISOString(),
            term: 'tomatoes',
            found: 3,
          },
        ],
        additions: [],
      },
    },
  },
  'productSearchAnalysis.analyse': {
    expected: REPORTERS,
    request: { body: { created_start_date: '2026-11-01', created_end_date: '2026-11-30' } },
  },
  'templates.create': {
    expected: { ...SIGNED_IN, stranger: 'customer_not_found' },
    request: { body: { id: uuidv7(), customerId: customer.id, name: 'Fridays' } },
  },
  'templateReads.list': { expected: SIGNED_IN },
  'templateReads.search': { expected: SIGNED_IN, request: { body: {} } },
  'templateReads.get': {
    expected: USES_TEMPLATE,
    request: { params: { id: templateId } },
  },
  // The same name, which changes nothing, so that each caller finds the first version.
  'templates.update': {
    expected: CHANGES_TEMPLATE,
    request: { params: { id: templateId }, ifMatch: '1', body: { name: 'Fridays' } },
  },
  'templates.addItem': {
    expected: CHANGES_TEMPLATE,
    request: { params: { id: templateId }, body: { product_number: product_no } },
  },
  'templates.setItem': {
    expected: CHANGES_TEMPLATE,
    request: { params: { id: templateId, itemId: product_no }, body: { parLevel: 3 } },
  },
  'templates.removeItem': {
    expected: CHANGES_TEMPLATE,
    request: { params: { id: templateId, itemId: product_no } },
  },
  'templates.restoreItem': {
    expected: CHANGES_TEMPLATE,
    request: { params: { id: templateId, itemId: product_no } },
  },
  'templates.createFromTransaction': {
    expected: USES_ORDER,
    request: { params: { id: orderId }, body: { id: uuidv7(), name: 'Fridays', tdd_id: orderId } },
  },
  'templates.createFromDocument': {
    expected: { ...SIGNED_IN, stranger: 'document_not_found' },
    request: { params: { id: orderId }, body: { id: uuidv7(), name: 'Fridays', tdd_id: orderId } },
  },
  'templates.createFromTrolly': {
    expected: READS_TROLLY,
    request: { params: { id }, body: { id: uuidv7(), name: 'Fridays' } },
  },
  'templates.createFromArray': {
    expected: { ...SIGNED_IN, stranger: 'customer_not_found' },
    request: {
      query: { id: uuidv7(), customerId: customer.id, name: 'Fridays' },
      body: [{ product_number: product_no, quantity: 1 }],
    },
  },
  // Last, since a deleted template accepts no other change.
  'templates.remove': {
    expected: CHANGES_TEMPLATE,
    request: { params: { id: templateId } },
  },
  'templates.restore': {
    expected: CHANGES_TEMPLATE,
    request: { params: { id: templateId } },
  },
}))

it('the access tests cover the calls of every noun', async () => {
  const files = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.test.ts'))
  const tests = await Promise.all(files.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const covered = tests.flatMap((test) =>
    [...test.matchAll(/testAccess\([^{]*\{ ([\w, ]+) \}/g)].flatMap(([, nouns = '']) => nouns.split(', ')),
  )
  const elsewhere = Object.keys(CONTRACT).filter((noun) => !(noun in HERE))
  expect(elsewhere.filter((noun) => !covered.includes(noun))).toEqual([])
})

it('returns nothing from other users’ lists', async () => {
  const { token } = await aUser(database)
  expect((await call(trollies.list, { token })).body).toMatchObject({ data: [], total: 0 })
  expect((await call(customers.search, { token, body: {} })).body).toMatchObject({ data: [], total: 0 })
})

/**
 * What each call that is not a GET changes, and so who may make it. A new one is decided here: what several people use needs
 * the right to order, or staff.
 */
const MAINTAINED = [
  'agentAlerts',
  'agentCustomers',
  'agents',
  'collectionSites',
  'deliveryPostcodes',
  'discounts',
  'faq',
  'holidays',
  'maintainedAdverts',
  'recalls',
  'tradeTerms',
]
/** Distributors change what is theirs, without a right to order. */
const DISTRIBUTED = ['distributorCustomerCodes', 'distributorProductCodes']
const MAINTAINED_CALLS = [
  'search',
  'create',
  'update',
  'remove',
  'restore',
  'changes',
  'revert',
  'preview',
  'write',
  'undo',
  'viewers',
]

const CHANGES: Record<string, 'nothing' | 'own' | 'shared' | 'shared or own' | 'distributor' | 'staff'> = {
  'account.forgotPassword': 'own',
  'account.resetPassword': 'own',
  'account.updatePassword': 'own',
  'account.update': 'own',
  'account.deactivate': 'own',
  'account.remove': 'own',
  'account.endSession': 'own',
  'accountRequests.search': 'nothing',
  'accountRequests.approve': 'staff',
  'accountRequests.link': 'staff',
  'accountRequests.confirm': 'staff',
  'accountRequests.reject': 'staff',
  'accountRequests.reopen': 'staff',
  ...Object.fromEntries(
    MAINTAINED.flatMap((noun) => MAINTAINED_CALLS.map((name) => [`${noun}.${name}`, 'staff' as const])),
  ),
  ...Object.fromEntries(
    DISTRIBUTED.flatMap((noun) =>
      MAINTAINED_CALLS.map((name) => [`${noun}.${name}`, 'distributor' as const]),
    ),
  ),
  'distributorOrders.read': 'distributor',
  'distributorOrders.unmatched': 'distributor',
  'agentBills.search': 'staff',
  'agentBills.preview': 'staff',
  'discounts.trial': 'staff',
  'deliveryPostcodes.trial': 'staff',
  'agentBills.approve': 'staff',
  'agentBills.reverse': 'staff',
  // Whoever takes a delivery counts it, often without the right to order.
  'checkIns.create': 'own',
  'checkIns.addPhoto': 'own',
  'checkIns.answer': 'own',
  'claims.search': 'nothing',
  'claims.accept': 'staff',
  'claims.refuse': 'staff',
  'claims.ask': 'staff',
  'customerAgent.see': 'own',
  'activeOrders.search': 'nothing',
  'picking.pick': 'staff',
  'activeOrders.markExported': 'staff',
  'activeOrders.unmarkExported': 'staff',
  // Sends the order's mail once more.
  'activeOrders.resendConfirmation': 'nothing',
  'activeOrders.change': 'shared',
  'activeOrders.cancel': 'shared',
  'auth.signIn': 'own',
  'auth.signOut': 'own',
  'signInCodes.make': 'own',
  'signInCodes.use': 'own',
  'errorLog.report': 'nothing',
  'catalogue.search': 'nothing',
  'collectionAddresses.search': 'nothing',
  'customerActivity.search': 'nothing',
  'customers.search': 'nothing',
  'deliveryAddresses.create': 'shared',
  'deliveryAddresses.update': 'shared',
  'deliveryAddresses.remove': 'shared',
  'deliveryAddresses.restore': 'shared',
  'deliveryAddresses.search': 'nothing',
  // Whoever sees a template may count its shelves. The trolly that comes of it needs the right to order.
  'counts.enter': 'own',
  'counts.close': 'own',
  'dismissals.dismiss': 'shared',
  'dismissals.putBack': 'shared',
  'favourites.add': 'own',
  'favourites.remove': 'own',
  'favourites.search': 'nothing',
  // Each operation is decided as its own call.
  'operations.run': 'nothing',
  // Whoever asks has no account yet, and reads nothing of anybody's.
  'joining.registerCash': 'own',
  'joining.requestAccount': 'own',
  'joining.checkPostcode': 'own',
  'orderHistory.search': 'nothing',
  'orderHistory.read': 'nothing',
  'orderHistory.recreate': 'shared',
  'ordersPerDay.search': 'nothing',
  'paperwork.copyStatement': 'nothing',
  'paperwork.copyInvoice': 'nothing',
  'passkeys.signInOptions': 'own',
  'passkeys.signIn': 'own',
  'passkeys.addOptions': 'own',
  'passkeys.add': 'own',
  'passkeys.rename': 'own',
  'passkeys.remove': 'own',
  'payments.begin': 'shared',
  'productSearchAnalysis.record': 'own',
  'productSearchAnalysis.recordEvents': 'own',
  'productSearchAnalysis.analyse': 'nothing',
  'productSearch.search': 'nothing',
  'productSearch.saveSearchTerm': 'staff',
  'push.subscribe': 'own',
  'push.unsubscribe': 'own',
  'push.choose': 'own',
  'recalls.trial': 'staff',
  // Whoever has it on their screen has read it; to confirm it needs the right to order.
  'safetyNotices.note': 'shared or own',
  'safetyNoticeReport.search': 'nothing',
  'safetyNoticeReport.customers': 'nothing',
  'safetyNoticeReport.phoned': 'staff',
  'savedViews.save': 'own',
  'savedViews.remove': 'own',
  'secondFactor.begin': 'own',
  'secondFactor.confirm': 'own',
  'secondFactor.renewRecoveryCodes': 'own',
  'secondFactor.remove': 'own',
  'secondFactor.signIn': 'own',
  'secondFactor.beginAtSignIn': 'own',
  'secondFactor.confirmAtSignIn': 'own',
  'stockAlertReport.search': 'nothing',
  'stockAlertReport.tellNow': 'staff',
  'stockAlertReport.offer': 'staff',
  'stockAlertReport.close': 'staff',
  'stockAlertReport.reopen': 'staff',
  'stockAlerts.ask': 'own',
  'stockAlerts.withdraw': 'own',
  // A private template is its owner's: see requireMayShare, and the rows above for shared ones.
  'templates.create': 'shared or own',
  'templateReads.search': 'nothing',
  'templates.update': 'shared or own',
  'templates.remove': 'shared or own',
  'templates.restore': 'shared or own',
  'templates.addItem': 'shared or own',
  'templates.setItem': 'shared or own',
  'templates.removeItem': 'shared or own',
  'templates.restoreItem': 'shared or own',
  'templates.createFromTransaction': 'shared or own',
  'templates.createFromDocument': 'shared or own',
  'templates.createFromTrolly': 'shared or own',
  'templates.createFromArray': 'shared or own',
  'trollyViewers.note': 'own',
  'trollies.create': 'shared',
  'trollies.update': 'shared',
  'trollies.remove': 'shared',
  'trollies.addItem': 'shared',
  'trollies.setItem': 'shared',
  'trollies.setTerms': 'shared',
  'trollies.removeItem': 'shared',
  'trollies.checkout': 'shared',
  'serverMaintenance.setWindow': 'staff',
  'serverMaintenance.setCompany': 'staff',
  'serverMaintenance.retry': 'staff',
  'serverMaintenance.backUp': 'staff',
  'users.search': 'nothing',
  'users.create': 'staff',
  'users.update': 'staff',
  'users.stop': 'staff',
  'users.unlock': 'staff',
  'users.reset': 'staff',
  'users.signOut': 'staff',
  'users.changes': 'nothing',
  'users.revert': 'staff',
  'postcodes.search': 'nothing',
  'postcodes.tell': 'staff',
}

it('every call that changes something is decided, and what people share needs the right to order', () => {
  const changing = Object.entries(CONTRACT).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, { method, access }]) =>
      method === 'GET' ? [] : [[`${noun}.${name}`, access] as const],
    ),
  )
  expect(changing.map(([name]) => name).toSorted()).toEqual(Object.keys(CHANGES).toSorted())
  const wrong = changing.filter(([name, access]) => {
    if (CHANGES[name] === 'shared') return access !== 'orderer'
    if (CHANGES[name] === 'distributor') return access !== 'distributor'
    return CHANGES[name] === 'staff' && access !== 'staff'
  })
  expect(wrong).toEqual([])
})
