import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { dismissals } from '#contract/dismissals.ts'
import { pathOf } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { aShared, READS_CUSTOMER, testAccess } from '#tests/support/access.ts'
import { aShop, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2026-11-24T10:00:00.000Z')
const LATER = new Date('2026-11-24T11:00:00.000Z')
let now = NOW
const server = await startTestApp({ now: () => now })
const { database, call } = server
const shared = await aShared(database)
const params = { id: shared.customer.id, productNo: shared.product_no }
const CHANGES_CUSTOMER = { ...READS_CUSTOMER, noOrders: 'may_not_order' as const }

testAccess(server, shared, { dismissals }, () => ({
  'dismissals.dismiss': { expected: CHANGES_CUSTOMER, request: { params } },
  'dismissals.putBack': { expected: CHANGES_CUSTOMER, request: { params } },
  'dismissals.list': { expected: READS_CUSTOMER, request: { params: { id: shared.customer.id } } },
}))

const shop = async () => {
  now = NOW
  const made = await aShop(database, call)
  const { token, customer, product_no } = made
  const change = (endpoint: typeof dismissals.dismiss, productNo: string) =>
    call(endpoint, { token, params: { id: customer.id, productNo } })
  return {
    ...made,
    dismiss: (productNo = product_no) => change(dismissals.dismiss, productNo),
    putBack: (productNo = product_no) => change(dismissals.putBack, productNo),
    list: async (as = token) =>
      (await call(dismissals.list, { token: as, params: { id: customer.id } })).body.data,
  }
}

describe('a dismissal', () => {
  it('is listed for everyone who orders for the customer, and put back by any of them', async () => {
    const { dismiss, list, product_no, customer } = await shop()
    const { token } = await aUser(database, { customerIds: [customer.id] })
    const dismissed = { product_no, dismissedAt: NOW.toISOString() }
    expect((await dismiss()).body).toEqual(dismissed)
    expect(await list(token)).toEqual([dismissed])
    await call(dismissals.putBack, { token, params: { id: customer.id, productNo: product_no } })
    expect(await list()).toEqual([])
  })

  it('made again takes the new time, since an order may have ended the first, and is gone once put back', async () => {
    const { dismiss, putBack, list, product_no } = await shop()
    await dismiss()
    now = LATER
    await dismiss()
    expect(await list()).toEqual([{ product_no, dismissedAt: LATER.toISOString() }])
    await putBack()
    expect((await putBack()).body).toEqual({ product_no, dismissedAt: null })
    expect(await list()).toEqual([])
  })

  it('of an unknown product is refused, and somebody else’s account answers as one that is not there', async () => {
    const { dismiss, token, product_no } = await shop()
    expect((await dismiss('NO-SUCH')).error.code).toBe('product_not_found')
    const stranger = await aShop(database, call)
    const of = { id: stranger.customer.id, productNo: product_no }
    expect((await call(dismissals.dismiss, { token, params: of })).error.code).toBe('customer_not_found')
  })

  it('sent again with its key in a batch is applied once', async () => {
    const { token, list, dismiss, putBack, customer, product_no } = await shop()
    const operation = {
      method: dismissals.dismiss.method,
      path: pathOf(dismissals.dismiss, { id: customer.id, productNo: product_no }),
      headers: { 'idempotency-key': uuidv7() },
      body: '',
    }
    await call(operations.run, { token, body: { operations: [operation] } })
    expect(await list()).toHaveLength(1)
    await putBack()
    await call(operations.run, { token, body: { operations: [operation] } })
    expect(await list()).toEqual([])
    expect((await dismiss()).status).toBe(200)
  })
})
