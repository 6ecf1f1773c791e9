import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { templateReads } from '#contract/template-reads.ts'
import { templates } from '#contract/templates.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { aTrolly } from '#tests/support/builders.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { startTestApp } from '#tests/support/server.ts'
import { archive, aTemplateShop } from '#tests/support/templates.ts'

const { app, database, call } = await startTestApp()
const shop = () => aTemplateShop(database, call)

const anOrderOf = async (customerId: string, lines: { product_no: string; quantity: number }[]) => {
  const id = uuidv7()
  const sums = { netPence: 0, vatPence: 0, totalPence: 0 }
  const orderNo = Number.parseInt(id.slice(-10), 16)
  await database.insert(orders).values({ id, orderNo, customerId, deliveryDay: '2027-01-01', ...sums })
  const line = { name: '', pack: '', unitPricePence: 1, vatBasisPoints: 0, netPence: 1 }
  await database
    .insert(orderLines)
    .values(lines.map((each, index) => ({ ...line, ...each, orderId: id, position: index + 1 })))
  return id
}

describe('a template created from', () => {
  const body = (name = 'Copy') => ({ id: uuidv7(), name })

  it('a trolly has its current lines with their quantities', async () => {
    const { token, customer, user, product_no, otherProductNo } = await shop()
    const lines = [
      { product_no, quantity: 3 },
      { product_no: otherProductNo, quantity: 0, removed: true },
    ]
    const id = await aTrolly(database, { customerId: customer.id, createdBy: user.id, lines })
    const wanted = { ...body(), visibility: 'shared' as const }
    const made = (await call(templates.createFromTrolly, { token, params: { id }, body: wanted })).body
    expect(made).toMatchObject({ id: wanted.id, itemCount: 1, visibility: 'shared', archived: [] })
    const read = (await call(templateReads.get, { token, params: { id: wanted.id } })).body
    expect(read.customerId).toBe(customer.id)
    expect(read.items).toMatchObject([{ id: product_no, lastQuantity: 3, parLevel: null, position: 1 }])
  })

  it.each([
    ['a transaction', templates.createFromTransaction, 'order_not_found'],
    ['a document', templates.createFromDocument, 'document_not_found'],
  ])('%s sums its lines, and reports products no longer sold', async (_, endpoint, missing) => {
    const { token, customer, product_no, otherProductNo } = await shop()
    const id = await anOrderOf(customer.id, [
      { product_no: otherProductNo, quantity: 2 },
      { product_no, quantity: 3 },
      { product_no: otherProductNo, quantity: 5 },
      { product_no: 'GONE', quantity: 1 },
    ])
    await archive(database, product_no)
    const wanted = { ...body(), tdd_id: id }
    const made = (await call(endpoint, { token, params: { id }, body: wanted })).body
    expect(made).toMatchObject({ itemCount: 3, archived: [product_no, 'GONE'], unknown: [] })
    const { items } = (await call(templateReads.get, { token, params: { id: wanted.id } })).body
    expect(items.map(({ id, lastQuantity }) => [id, lastQuantity])).toEqual([
      [otherProductNo, 7],
      [product_no, 3],
      ['GONE', 1],
    ])
    expect(items[1]?.product).toBeNull()
    const other = { ...body(), tdd_id: uuidv7() }
    expect((await call(endpoint, { token, params: { id }, body: other })).error.code).toBe(missing)
  })

  describe('a document of an order', () => {
    const aDelivery = async () => {
      const { token, stranger, customer } = await shop()
      const lines = [
        { quantity: 4, deliveredQuantity: 3 },
        { quantity: 2, deliveredQuantity: 0 },
        { quantity: 5 },
      ]
      const order = await anInvoicedOrder(database, { customerId: customer.id, lines })
      const create = (tdd_id: string, parts: { token?: string; id?: string } = {}) => {
        const { id = order.id, ...caller } = parts
        return call(templates.createFromDocument, {
          token,
          ...caller,
          params: { id },
          body: { ...body(), tdd_id },
        })
      }
      const quantities = async (tdd_id: string) => {
        const { id } = (await create(tdd_id)).body
        const { items } = (await call(templateReads.get, { token, params: { id } })).body
        return items.map((item) => [item.id, item.lastQuantity])
      }
      return { ...order, customer, stranger, create, quantities }
    }

    it('gives the template the document’s lines', async () => {
      const { id, invoiceId, creditNoteId = '', quantities } = await aDelivery()
      expect(await quantities(invoiceId)).toEqual([
        ['P0', 4],
        ['P1', 2],
        ['P2', 5],
      ])
      expect(await quantities(creditNoteId)).toEqual([
        ['P0', 1],
        ['P1', 2],
      ])
      expect(await quantities(id)).toEqual([
        ['P0', 3],
        ['P2', 5],
      ])
    })

    it('of another order or for another user is refused as unknown', async () => {
      const { customer, stranger, invoiceId, creditNoteId = '', id, create } = await aDelivery()
      const other = await anInvoicedOrder(database, { customerId: customer.id })
      const replies = [
        await create(uuidv7()),
        await create(other.invoiceId),
        await create(invoiceId, { id: other.id }),
        await create(invoiceId, { id: uuidv7() }),
        await create(invoiceId, { token: stranger.token }),
        await create(creditNoteId, { token: stranger.token }),
        await create(id, { token: stranger.token }),
      ]
      expect(replies.map(({ error }) => error.code)).toEqual(replies.map(() => 'document_not_found'))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    })
  })

  it('an array leaves out unknown numbers and says so', async () => {
    const { token, customer, product_no, otherProductNo } = await shop()
    await archive(database, otherProductNo)
    const query = { id: uuidv7(), customerId: customer.id, name: 'Pasted & more' }
    const list = [
      { product_number: 'NO-SUCH', quantity: 1 },
      { product_number: otherProductNo, quantity: 2 },
      { product_number: product_no, quantity: 9_999 },
      { product_number: product_no, quantity: 1 },
    ]
    const { body: made } = await call(templates.createFromArray, { token, query, body: list })
    expect(made).toMatchObject({
      name: 'Pasted & more',
      itemCount: 2,
      archived: [otherProductNo],
      unknown: ['NO-SUCH'],
    })
    const { items } = (await call(templateReads.get, { token, params: { id: query.id } })).body
    expect(items.map(({ lastQuantity }) => lastQuantity)).toEqual([2, 9_999])
  })

  it('an array rejects a version', async () => {
    const { token, customer, product_no } = await shop()
    const query = { id: uuidv7(), customerId: customer.id, name: 'Pasted' }
    const url = pathOf(templates.createFromArray, {}, query)
    expect(url).not.toContain('v=')
    const reply = await app.inject({
      method: 'POST',
      url: `${url}&v=1`,
      headers: {
        authorization: `Bearer ${token}`,
        'idempotency-key': uuidv7(),
        'content-type': 'application/json',
      },
      payload: JSON.stringify([{ product_number: product_no, quantity: 1 }]),
    })
    expect(reply.statusCode).toBe(400)
  })

  it('another user’s trolly, order or customer is refused as unknown', async () => {
    const { stranger, customer, product_no, trollyId } = await shop()
    const { token } = stranger
    const orderId = await anOrderOf(customer.id, [{ product_no, quantity: 1 }])
    const from = async (trolly: string, order: string, customerId: string) => [
      await call(templates.createFromTrolly, { token, params: { id: trolly }, body: body() }),
      await call(templates.createFromTransaction, {
        token,
        params: { id: order },
        body: { ...body(), tdd_id: order },
      }),
      await call(templates.createFromDocument, {
        token,
        params: { id: order },
        body: { ...body(), tdd_id: order },
      }),
      await call(templates.createFromArray, {
        token,
        query: { ...body(), customerId },
        body: [{ product_number: product_no, quantity: 1 }],
      }),
    ]
    const theirs = (await from(trollyId, orderId, customer.id)).map(({ text }) => text)
    const none = await from(uuidv7(), uuidv7(), 'NOBODY')
    expect(theirs).toEqual(none.map(({ text }) => text))
    expect(none.map(({ error }) => error.code)).toEqual([
      'trolly_not_found',
      'order_not_found',
      'document_not_found',
      'customer_not_found',
    ])
  })

  it('the same trolly twice under one key is one template', async () => {
    const { token, trollyId } = await shop()
    const request = { token, params: { id: trollyId }, body: body(), key: uuidv7() }
    const first = await call(templates.createFromTrolly, request)
    expect((await call(templates.createFromTrolly, request)).text).toBe(first.text)
    const anew = await call(templates.createFromTrolly, { ...request, key: uuidv7() })
    expect(anew.error.code).toBe('template_exists')
  })
})
