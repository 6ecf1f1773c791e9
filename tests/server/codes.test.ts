import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { deliveryAddresses } from '#contract/delivery-addresses.ts'
import { pathOf } from '#contract/endpoint.ts'
import { favourites } from '#contract/favourites.ts'
import { operations } from '#contract/operations.ts'
import { productSearch } from '#contract/product-search.ts'
import { products } from '#contract/products.ts'
import { templates } from '#contract/templates.ts'
import { trollies } from '#contract/trollies.ts'
import { aCustomer, aTrolly, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { startTestApp } from '#tests/support/server.ts'

/** Codes are those of the supplier's own system, from the import through every call that names them. */

const CODES = [
  'CO&OP1',
  'MINCE 5KG',
  "O'BRI01",
  'A/1#2',
  '100%',
  '%2F',
  'A+B=C',
  'Crème?',
  'A\\B|"C"',
  `${'€'.repeat(39)}1`,
]

const { database, call } = await startTestApp()
const importCsv = importerInto(database)
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
await aCustomer(database, { id: 'C/1 & Sons', priceListId: "O'STD #1" })
const { token, id: userId } = await aUser(database, { customerIds: ['C/1 & Sons'] })
await importCsv('products', csv('product_no,name', ...CODES.map((code) => `${quoted(code)},Peas`)))
await importCsv(
  'prices',
  csv('price_list,product_no,price', ...CODES.map((code) => `O'STD #1,${quoted(code)},1.50`)),
)
await importCsv('stock', csv('product_no,quantity', ...CODES.map((code) => `${quoted(code)},9`)))

describe.each(CODES)('the code %s', (code) => {
  it('names a product in a path, a body, a batch and a search', async () => {
    const id = await aTrolly(database, { customerId: 'C/1 & Sons', createdBy: userId })
    const params = { id, productNo: code }
    expect((await call(productSearch.get, { token, params })).body).toMatchObject({
      product_no: code,
      pricePence: 150,
    })
    const { body: found } = await call(productSearch.search, {
      token,
      params: { id },
      body: { queryString: code },
    })
    expect(found.data.map(({ product_no }) => product_no)).toContain(code)

    await call(trollies.addItem, {
      token,
      params: { id },
      body: { product_no: code, quantity: 2, seenPricePence: 150 },
    })
    const body = JSON.stringify({ quantity: 5, seenPricePence: 150 })
    const path = pathOf(trollies.setItem, params)
    const headers = { 'idempotency-key': uuidv7(), 'if-match': '"1"' }
    const batch = { operations: [{ method: 'PUT' as const, path, headers, body }] }
    expect((await call(operations.run, { token, body: batch })).body.results).toMatchObject([{ status: 200 }])
    const { body: trolly } = await call(trollies.get, { token, params: { id } })
    expect(trolly.items).toMatchObject([{ product_no: code, quantity: 5 }])
    await call(trollies.removeItem, { token, params, ifMatch: 2 })

    await call(favourites.add, { token, params })
    expect((await call(favourites.remove, { token, params })).body).toEqual({
      product_no: code,
      addedAt: null,
    })
    const template = { id: uuidv7(), itemId: code }
    await call(templates.create, {
      token,
      body: { id: template.id, name: 'Friday', customerId: 'C/1 & Sons' },
    })
    await call(templates.addItem, { token, params: template, body: { product_number: code } })
    const { body: item } = await call(templates.setItem, { token, params: template, body: { parLevel: 4 } })
    expect(item).toMatchObject({ id: code, parLevel: 4 })
  })
})

it('an account with such a number is found, and its prices are downloaded', async () => {
  const params = { id: 'C/1 & Sons' }
  expect((await call(customers.get, { token, params })).body.id).toBe('C/1 & Sons')
  const { body } = await call(products.prices, { token, params })
  expect(new Set(body.product_nos)).toEqual(new Set(CODES))
})

describe('a text on one line', () => {
  const HIDDEN = ['PO 7\n=cmd', 'PO 7\r=cmd', 'a\tb', 'Bell\u0007', '\u202egnp.exe', 'a\u2028b', 'a\u200eb']

  it.each(HIDDEN)('is refused with %j in it, wherever a person gives it', async (hidden) => {
    const customerId = 'C/1 & Sons'
    const details = { deliveryDay: null, poNumber: hidden, instructions: '' }
    const place = {
      contactName: 'A',
      contactPhone: '1',
      addressLines: ['1 Mill Lane'],
      town: 'York',
      postcode: 'YO1 7HH',
    }
    const address = { id: uuidv7(), customerId, name: 'Home', ...place, accessNotes: '', isDefault: false }
    const replies = [
      await call(trollies.create, { token, body: { id: uuidv7(), customerId, ...details } }),
      await call(templates.create, { token, body: { id: uuidv7(), name: hidden, customerId } }),
      await call(deliveryAddresses.create, { token, body: { ...address, name: hidden } }),
      await call(deliveryAddresses.create, { token, body: { ...address, addressLines: [hidden] } }),
    ]
    expect(replies.map(({ status, error }) => [status, error.errors?.[0]?.path])).toEqual([
      [400, 'body/poNumber'],
      [400, 'body/name'],
      [400, 'body/name'],
      [400, 'body/addressLines/0'],
    ])
  })

  it('may be followed by instructions of several lines', async () => {
    const details = {
      deliveryDay: null,
      poNumber: 'PO 7',
      instructions: 'Ring twice\nLeave at the back door',
    }
    const body = { id: uuidv7(), customerId: 'C/1 & Sons', ...details }
    expect((await call(trollies.create, { token, body })).status).toBeLessThan(300)
    const hidden = { ...body, id: uuidv7(), instructions: 'Ring\u202etwice' }
    expect((await call(trollies.create, { token, body: hidden })).error.errors?.[0]?.path).toBe(
      'body/instructions',
    )
  })
})
