import type { Static } from 'typebox'
import type { customers, DeliveryDates } from '#contract/customers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Customer } from '#domain/customer.ts'
import { offeredDays } from '#domain/delivery-days.ts'
import { routeOfPostcode } from '#domain/delivery-route.ts'
import type { Database } from '#server/db/database.ts'
import {
  findAddressPostcode,
  findDeliveryRoutes,
} from '#server/features/delivery-addresses/delivery-routes.repository.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { searchCustomers } from './customers.repository.ts'
import { requireCustomer } from './require-customer.ts'

type CustomerPage = { data: Customer[]; total: number; page: number; pageLength: number }

export type CustomersService = {
  search: (caller: Caller, body: BodyOf<typeof customers.search>) => Promise<CustomerPage>
  /** @throws Refusal `customer_not_found`, also for another user's */
  get: (caller: Caller, id: string) => Promise<Customer>
  /** @throws Refusal `customer_not_found`, `address_not_found`; `not_served` where its postcode has stopped being served */
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
      distributorNo: distributor_no ?? undefined,
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    return { ...found, page, pageLength }
  },

  get: async (caller, id) => (await requireCustomer(database, caller, id)).customer,

  deliveryDates: async (caller, id, deliveryAddressId) => {
    const { route } = await requireCustomer(database, caller, id)
    const to = deliveryAddressId && (await requireAddressRoute(database, id, deliveryAddressId))
    const at = now()
    return {
      data: offeredDays({ ...route, ...to }, at),
      serverTime: at.toISOString(),
    }
  },
})

/** Working days before the cut-off and holidays stay those of the account. */
async function requireAddressRoute(
  database: Database,
  customerId: string,
  addressId: string,
): Promise<{ deliveryWeekdays: number[]; cutOffTime: string }> {
  const postcode = await findAddressPostcode(database, customerId, addressId)
  if (postcode === undefined) throw new Refusal('address_not_found')
  const found = routeOfPostcode(postcode, await findDeliveryRoutes(database, [postcode]))
  if (found === undefined) throw new Refusal('not_served')
  return { deliveryWeekdays: found.deliveryWeekdays, cutOffTime: found.cutOffTime }
}
