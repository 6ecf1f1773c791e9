import { v7 as uuidv7 } from 'uuid'
import { templateReads } from '#contract/template-reads.ts'
import { templates } from '#contract/templates.ts'
import type { TemplateVisibility } from '#domain/templates/template.ts'
import type { Database } from '#server/db/database.ts'
import { products } from '#server/db/schema/products.ts'
import { aCustomer, aShop, aUser } from './builders.ts'
import type { CallApi } from './server.ts'

/** A template with one item, a colleague at the same customer, and a user of another customer. */
export const aTemplateShop = async (
  database: Database,
  call: CallApi,
  visibility: TemplateVisibility = 'private',
) => {
  const made = await aShop(database, call)
  const { token, customer, product_no } = made
  const colleague = await aUser(database, { customerIds: [customer.id] })
  const stranger = await aUser(database, { customerIds: [(await aCustomer(database)).id] })
  const id = uuidv7()
  const body = { id, customerId: customer.id, name: 'Fridays', visibility }
  const { body: created } = await call(templates.create, { token, body })
  const params = { id }
  await call(templates.addItem, { token, params, body: { product_number: product_no } })
  const read = async (as = token) => (await call(templateReads.get, { token: as, params })).body
  const item = (itemId: string) => ({ token, params: { id, itemId } })
  return { ...made, colleague, stranger, id, params, trollyId: made.params.id, created, read, item }
}

export const archive = (database: Database, product_no: string) =>
  database.$client.query('UPDATE products SET active = false WHERE product_no = $1', [product_no])

/** Several products at once. */
export const manyProducts = async (database: Database, count: number): Promise<string[]> => {
  const prefix = uuidv7().slice(-12)
  const rows = Array.from({ length: count }, (_, index) => ({
    product_no: `${prefix}-${index}`,
    name: 'Beans',
    pack: '1 kg',
  }))
  await database.insert(products).values(rows)
  return rows.map(({ product_no }) => product_no)
}
