import { describe, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { aCustomer, aProduct, aTrolly, aUser, type BuiltUser } from './builders.ts'
import type { TestApp } from './server.ts'

/**
 * Every call of a noun × every kind of caller. The trolly, the customer and their data belong to a customer of C1, C2, DS and
 * `noOrders`; ST, AD and NW are staff; `stranger` belongs to another.
 */

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

/** The reply: 'ok', or the code of the refusal. */
type Expected = Partial<Record<CallerName, string>> & { everybody: string }

const NOBODY_IN = {
  visitor: 'unauthenticated',
  deactivated: 'unauthenticated',
  expired: 'unauthenticated',
  revoked: 'unauthenticated',
}
export const ANYONE: Expected = { everybody: 'ok' }
export const SIGNED_IN: Expected = { ...NOBODY_IN, everybody: 'ok' }
export const STAFF: Expected = { ...NOBODY_IN, everybody: 'forbidden', ST: 'ok', AD: 'ok', NW: 'ok' }
export const DISTRIBUTORS: Expected = { ...STAFF, DS: 'ok' }
/** A basic customer has no reports. */
export const REPORTERS: Expected = { ...SIGNED_IN, C1: 'forbidden' }
export const READS_TROLLY: Expected = { ...SIGNED_IN, stranger: 'trolly_not_found' }
export const READS_CUSTOMER: Expected = { ...SIGNED_IN, stranger: 'customer_not_found' }
export const USES_TEMPLATE: Expected = { ...SIGNED_IN, stranger: 'template_not_found' }
/** A shared one. */
export const CHANGES_TEMPLATE: Expected = { ...USES_TEMPLATE, noOrders: 'may_not_order' }
export const USES_ORDER: Expected = { ...SIGNED_IN, stranger: 'order_not_found' }
export const CHANGES_TROLLY: Expected = { ...READS_TROLLY, noOrders: 'may_not_order' }

type Request = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  ifMatch?: string
}

type Nouns = Readonly<Record<string, Readonly<Record<string, Endpoint>>>>

/** A row for each call: a missing one does not compile. */
type Table<Of extends Nouns> = Record<CallName<Of>, { expected: Expected; request?: Request }>
type CallName<Of extends Nouns> = {
  [Noun in keyof Of & string]: `${Noun}.${keyof Of[Noun] & string}`
}[keyof Of & string]

export type Shared = { customer: { id: string; priceListId: string }; product_no: string; someone: BuiltUser }

export const aShared = async (database: Database): Promise<Shared> => {
  const customer = await aCustomer(database)
  const product_no = await aProduct(database, { priceListId: customer.priceListId })
  return { customer, product_no, someone: await aUser(database) }
}

/** @param tableFor called for each row and caller. `id`: a trolly that no other row uses */
export const testAccess = <Of extends Nouns>(
  { database, call }: TestApp,
  { customer, product_no, someone }: Shared,
  nouns: Of,
  tableFor: (of: { id: string; caller: BuiltUser | undefined }) => Table<Of>,
): void => {
  const customerIds = [customer.id]
  const callers: Record<CallerName, () => Promise<BuiltUser | undefined>> = {
    visitor: async () => undefined,
    C1: () => aUser(database, { accountType: 'C1', customerIds }),
    C2: () => aUser(database, { accountType: 'C2', customerIds }),
    DS: () => aUser(database, { accountType: 'DS', customerIds }),
    ST: () => aUser(database, { accountType: 'ST' }),
    AD: () => aUser(database, { accountType: 'AD' }),
    NW: () => aUser(database, { accountType: 'NW' }),
    noOrders: () => aUser(database, { canPlaceOrders: false, customerIds }),
    stranger: async () => aUser(database, { customerIds: [(await aCustomer(database)).id] }),
    deactivated: () => aUser(database, { deactivated: true, customerIds }),
    expired: () => aUser(database, { expiresAt: new Date(0), customerIds }),
    revoked: async () => {
      const user = await aUser(database, { customerIds })
      await call(auth.signOut, { token: user.token })
      return user
    },
  }

  // In the table's order: some rows end what earlier ones use.
  const calls = Object.keys(tableFor({ id: '', caller: undefined })) as CallName<Of>[]
  describe.each(CALLERS)('%s', (name) => {
    it.each(calls)('%s', async (key) => {
      const caller = await callers[name]()
      const lines = [{ product_no, quantity: 2 }]
      const id = await aTrolly(database, { customerId: customer.id, createdBy: someone.id, lines })
      const { expected, request = {} } = tableFor({ id, caller })[key]
      const { params, query, body, ifMatch } = request
      const reply = await call(endpointOf(nouns, key), {
        ...(caller && { token: caller.token }),
        ...(params && { params: params as never }),
        ...(query && { query: query as never }),
        ...(body !== undefined && { body: body as never }),
        ...(ifMatch !== undefined && { ifMatch }),
      })
      expect(reply.status === 200 ? 'ok' : reply.error.code).toBe(expected[name] ?? expected.everybody)

      // A refused change has changed nothing.
      if (reply.status !== 200) {
        const { rows } = await database.$client.query(
          'SELECT b.version, b.state, l.quantity, l.version AS line FROM baskets b JOIN basket_lines l ON l.basket_id = b.id WHERE b.id = $1',
          [id],
        )
        expect(rows).toEqual([{ version: 2, state: 'open', quantity: 2, line: 1 }])
      }
    })
  })
}

const endpointOf = (nouns: Nouns, key: string): Endpoint => {
  const [noun = '', name = ''] = key.split('.')
  const endpoint = nouns[noun]?.[name]
  if (endpoint === undefined) throw new Error(key)
  return endpoint
}
