import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { templateReads } from '#contract/template-reads.ts'
import { templates } from '#contract/templates.ts'
import { aShop } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp()

const operation = (endpoint: Endpoint, params: Record<string, string>, body?: object, ifMatch?: string) => ({
  method: endpoint.method,
  path: pathOf(endpoint, params),
  headers: { 'idempotency-key': uuidv7(), ...(ifMatch && { 'if-match': ifMatch }) },
  body: body === undefined ? '' : JSON.stringify(body),
})

it('a batch creates, fills and renames a template, and repeating it changes nothing', async () => {
  const { token, customer, product_no, otherProductNo } = await aShop(database, call)
  const id = uuidv7()
  const body = {
    operations: [
      operation(templates.create, {}, { id, customerId: customer.id, name: 'Offline' }),
      operation(templates.addItem, { id }, { product_number: product_no, parLevel: 2 }),
      operation(templates.addItem, { id }, { product_number: otherProductNo }),
      operation(templates.setItem, { id, itemId: otherProductNo }, { position: 0 }),
      operation(templates.update, { id }, { name: 'Online' }, '"1"'),
      operation(templates.removeItem, { id, itemId: product_no }),
      operation(templates.restoreItem, { id, itemId: product_no }),
      operation(templates.remove, { id }),
      operation(templates.restore, { id }),
    ],
  }
  const first = await call(operations.run, { token, body })
  expect(first.body.results.map(({ status }) => status)).toEqual(body.operations.map(() => 200))
  expect((await call(operations.run, { token, body })).body).toEqual(first.body)
  const read = (await call(templateReads.get, { token, params: { id } })).body
  expect(read).toMatchObject({ name: 'Online', version: 9, itemCount: 2 })
  expect(read.items.map((item) => item.id)).toEqual([otherProductNo, product_no])
})

it('a batch stops after a refused creation', async () => {
  const { token, product_no } = await aShop(database, call)
  const id = uuidv7()
  const body = {
    operations: [
      operation(templates.create, {}, { id, customerId: 'NOBODY', name: 'x' }),
      operation(templates.addItem, { id }, { product_number: product_no }),
    ],
  }
  const { results } = (await call(operations.run, { token, body })).body
  expect(results.map(({ status }) => status)).toEqual([404, 424])
})
