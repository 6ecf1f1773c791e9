import type { Static } from 'typebox'
import type { customers, DeliveryDates } from '#contract/customers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Customer } from '#domain/customer.ts'
import { offeredDays } from '#domain/delivery-days.ts'
import { findCustomer } from '#server/db/customers.ts'
import type { Database } from '#server/db/database.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { searchCustomers } from './customers.repository.ts'

type CustomerPage = { data: Customer[]; total: number; page: number; pageLength: number }

export type CustomersService = {
  search: (caller: Caller, body: BodyOf<typeof customers.search>) => Promise<CustomerPage>
  /** @throws Refusal `customer_not_found`, also for another user's */
  get: (caller: Caller, id: string) => Promise<Customer>
  /** @throws Refusal `customer_not_found`; `not_found` for delivery addresses, which do not exist yet */
  deliveryDates: (
    caller: Caller,
    id: string,
    deliveryAddressId: string | undefined,
  ) => Promise<Static<typeof DeliveryDates>>
}

export const customersService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): CustomersService => ({
  search: async (caller, { queryString, distributor_no, page = 1, pageLength = 24 }) => {
    const found = await searchCustomers(database, caller, {
      text: (queryString ?? '').trim().replace(/\s+/g, ' '),
      distributorNo: distributor_no ?? null,
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    return { ...found, page, pageLength }
  },

  get: async (caller, id) => (await requireCustomer(database, caller, id)).customer,

  deliveryDates: async (caller, id, deliveryAddressId) => {
    const { route } = await requireCustomer(database, caller, id)
    if (deliveryAddressId !== undefined) {
      throw new Refusal('not_found', { message: 'We couldn’t find that delivery address.' })
    }
    const at = now()
    return {
      data: offeredDays(route, at),
      serverTime: at.toISOString(),
    }
  },
})

async function requireCustomer(database: Database, caller: Caller, id: string) {
  const found = await findCustomer(database, caller, id)
  if (found === undefined) throw new Refusal('customer_not_found')
  return found
}
