import { v7 as uuidv7 } from 'uuid'
import type {
  DeliveryAddress,
  DeliveryAddressFields,
  deliveryAddresses,
} from '#contract/delivery-addresses.ts'
import { sortOf } from '#contract/values.ts'
import { type DeliveryRoute, routeOfPostcode } from '#domain/delivery-route.ts'
import { isPostcode, tidyPostcode } from '#domain/postcode.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { requireCurrentCustomerId, requireCustomer } from '#server/features/customers/require-customer.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import { isSeen } from '#server/routing/if-match.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { requireSame } from '#server/routing/require-same.ts'
import {
  type AddressRow,
  clearOtherDefaults,
  findAddress,
  hasAddress,
  hasDefault,
  insertAddress,
  lockAddressesOf,
  searchAddresses,
  updateAddress,
} from './delivery-addresses.repository.ts'
import { findDeliveryRoutes } from './delivery-routes.repository.ts'

/**
 * Changes may be repeated: one already made answers with the address.
 * @throws Refusal `customer_required`; `customer_not_found` or `address_not_found`, also for another user's; `not_served` for a postcode where
 * nothing is delivered; `cash_accounts_only`; `version_mismatch` with the current address
 */
export const deliveryAddressesService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): Answers<typeof deliveryAddresses> => {
  /** @param change gets the address as it is while nobody else changes one of the account */
  const changeOf = async (
    caller: Caller,
    id: string,
    change: (connection: Connection, row: AddressRow) => Promise<AddressRow>,
  ): Promise<DeliveryAddress> => {
    const seen = await requireAddress(database, caller, id)
    const row = await inTransaction(database, async (connection) => {
      await lockAddressesOf(connection, seen.customerId)
      return await change(connection, (await findAddress(connection, id)) ?? seen)
    })
    return withRoute(database, row)
  }

  const setDeleted = (caller: Caller, id: string, deleted: boolean): Promise<DeliveryAddress> =>
    changeOf(caller, id, async (connection, row) => {
      if (row.deleted === deleted) return row
      // Another may have become the default meanwhile.
      const isDefault = row.isDefault && (deleted || !(await hasDefault(connection, row.customerId)))
      return (await updateAddress(connection, id, { deleted, isDefault, updatedAt: now() })) ?? row
    })

  return {
    search: async ({
      user: caller,
      body: { queryString = '', state, sort_by = 'name', page = 1, pageLength = 24, ...body },
    }) => {
      const { customerId = await requireCurrentCustomerId(database, caller) } = body
      await requireCustomer(database, caller, customerId)
      const { data, total } = await searchAddresses(database, {
        customerId,
        text: queryString,
        deleted: state === 'deleted',
        ...sortOf(sort_by),
        limit: pageLength,
        offset: (page - 1) * pageLength,
      })
      const routes = await findDeliveryRoutes(
        database,
        data.map(({ postcode }) => postcode),
      )
      return { data: data.map((row) => toAddress(row, routes)), total, page, pageLength }
    },

    create: async ({ user: caller, body: { id = uuidv7(), ...body } }) => {
      const { customerId = await requireCurrentCustomerId(database, caller), ...typed } = body
      const { customer } = await requireCustomer(database, caller, customerId)
      if (customer.accountKind !== 'cash') throw new Refusal('cash_accounts_only')
      const postcode = await requireServed(database, typed.postcode)
      const fields = { accessNotes: '', isDefault: false, ...typed, postcode }
      const row = await inTransaction(database, async (connection) => {
        await lockAddressesOf(connection, customerId)
        const isDefault = fields.isDefault || !(await hasAddress(connection, customerId))
        if (isDefault) await clearOtherDefaults(connection, { id, customerId })
        const inserted = await insertAddress(connection, {
          id,
          customerId,
          ...fields,
          isDefault,
          updatedAt: now(),
        })
        if (inserted !== undefined) return inserted
        const other = await findAddress(connection, id)
        if (other?.customerId !== customerId) throw new Refusal('version_mismatch')
        return requireSameAddress(other, fields)
      })
      return withRoute(database, row)
    },

    update: ({ user, params: { id }, body: { version, ...typed } }) =>
      changeOf(user, id, async (connection, row) => {
        const { postcode } = typed
        const fields =
          postcode === undefined ? typed : { ...typed, postcode: await requireServed(connection, postcode) }
        if (!isSeen(version, row.version) || row.deleted) return requireSameAddress(row, fields)
        if (fields.isDefault) await clearOtherDefaults(connection, row)
        return (await updateAddress(connection, id, { ...fields, updatedAt: now() })) ?? row
      }),

    remove: ({ user, params }) => setDeleted(user, params.id, true),
    restore: ({ user, params }) => setDeleted(user, params.id, false),
  }
}

async function requireAddress(database: Database, caller: Caller, id: string): Promise<AddressRow> {
  const row = await findAddress(database, id)
  const customer = row && (await findCustomer(database, caller, row.customerId))
  if (row === undefined || customer === undefined) throw new Refusal('address_not_found')
  return row
}

/** @returns the postcode, tidy */
async function requireServed(executor: Database | Connection, typed: string): Promise<string> {
  const postcode = tidyPostcode(typed)
  if (!isPostcode(postcode)) throw postcodeRefusal('must be a UK postcode, such as YO1 7HH')
  if (routeOfPostcode(postcode, await findDeliveryRoutes(executor, [postcode])) === undefined) {
    throw postcodeRefusal('is outside our delivery area')
  }
  return postcode
}

const postcodeRefusal = (message: string): Refusal =>
  new Refusal('not_served', {
    message: `The postcode ${message}.`,
    errors: [{ path: 'body/postcode', message }],
  })

/** The default does not count: another address may have taken it since. */
const requireSameAddress = (
  row: AddressRow,
  { isDefault: _, ...fields }: Partial<DeliveryAddressFields>,
): AddressRow => requireSame(row, fields, { noun: 'address', fields: { address: toAddress(row, []) } })

const withRoute = async (database: Database, row: AddressRow): Promise<DeliveryAddress> =>
  toAddress(row, await findDeliveryRoutes(database, [row.postcode]))

function toAddress({ updatedAt, ...row }: AddressRow, routes: readonly DeliveryRoute[]): DeliveryAddress {
  const found = routeOfPostcode(row.postcode, routes)
  return {
    ...row,
    updatedAt: updatedAt.toISOString(),
    delivery: found
      ? {
          route: found.route,
          weekdays: found.deliveryWeekdays,
          cutOffTime: found.cutOffTime,
          minimumOrderPence: found.minimumOrderPence,
          deliveryChargePence: found.deliveryChargePence,
        }
      : null,
  }
}
