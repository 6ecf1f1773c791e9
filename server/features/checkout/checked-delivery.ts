import type { CheckedDelivery } from '#domain/checks/check.ts'
import { slotOf } from '#domain/collection.ts'
import type { DeliveryDay } from '#domain/customer.ts'
import { offeredDays } from '#domain/delivery-days.ts'
import { routeOfPostcode } from '#domain/delivery-route.ts'
import { londonDayOf } from '#domain/london-time.ts'
import type { OrderAddress } from '#domain/order.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  findBooked,
  lockSite,
} from '#server/features/collection-addresses/collection-addresses.repository.ts'
import { collectionAddressOf } from '#server/features/collection-addresses/collection-addresses.service.ts'
import type { CustomerRoute, FoundCustomer } from '#server/features/customers/visible-customers.repository.ts'
import { findAddress } from '#server/features/delivery-addresses/delivery-addresses.repository.ts'
import { findDeliveryRoutes } from '#server/features/delivery-addresses/delivery-routes.repository.ts'
import type { TrollyRow } from '#server/features/trollies/trolly-rows.repository.ts'

/** What the trolly's delivery or collection is checked by, and the place that its order keeps. */
export type DeliveryToCheck = {
  delivery?: CheckedDelivery
  deliveryDays: DeliveryDay[]
  /** Until when the order may be changed; undefined where its day or slot is not offered. */
  cutOffAt: string | undefined
  address: OrderAddress
}

/** Locks a collection's site. */
export const deliveryToCheck = async (
  connection: Connection,
  trolly: TrollyRow,
  { route, address }: FoundCustomer,
  now: Date,
): Promise<DeliveryToCheck> => {
  if (trolly.method === 'collection') return await collectionToCheck(connection, trolly, route.holidays, now)
  if (trolly.deliveryAddressId === null) return { ...daysOf(route, trolly, now), address }
  const row = await findAddress(connection, trolly.deliveryAddressId)
  if (row === undefined) throw new Error(`Trolly ${trolly.id} has a delivery address that does not exist.`)
  const found = routeOfPostcode(row.postcode, await findDeliveryRoutes(connection, [row.postcode]))
  const served = found !== undefined && !row.deleted
  const { name, contactName, contactPhone, addressLines, town, postcode, accessNotes } = row
  return {
    delivery: { method: 'delivery', minimumOrderPence: found?.minimumOrderPence ?? 0, served },
    ...(found === undefined ? NO_DAYS : daysOf({ ...route, ...found }, trolly, now)),
    address: { name, contactName, contactPhone, addressLines, town, postcode, accessNotes },
  }
}

const NO_DAYS = { deliveryDays: [], cutOffAt: undefined }

const daysOf = (route: CustomerRoute, { deliveryDay }: TrollyRow, now: Date) => {
  const deliveryDays = offeredDays(route, now)
  return { deliveryDays, cutOffAt: deliveryDays.find(({ day }) => day === deliveryDay)?.cutOffAt }
}

async function collectionToCheck(
  connection: Connection,
  { collectionSiteId, collectionSlot: slot, deliveryDay, replacesOrderId }: TrollyRow,
  holidays: readonly string[],
  now: Date,
): Promise<DeliveryToCheck> {
  const row = collectionSiteId === null ? undefined : await lockSite(connection, collectionSiteId)
  if (row === undefined) {
    return { delivery: { method: 'collection', site: null, slot }, ...NO_DAYS, address: NOWHERE }
  }
  const booked = await findBooked(connection, [row.id], londonDayOf(now), replacesOrderId)
  const site = collectionAddressOf(row, { booked, holidays, now })
  const { name, addressLines, town, postcode, phone: contactPhone } = site
  return {
    delivery: { method: 'collection', site, slot },
    deliveryDays: [],
    cutOffAt: slotOf(site, deliveryDay, slot)?.closesAt,
    address: { ...NOWHERE, name, addressLines, town, postcode, contactPhone },
  }
}

const NOWHERE: OrderAddress = {
  name: '',
  contactName: '',
  contactPhone: '',
  addressLines: [],
  town: '',
  postcode: '',
  accessNotes: '',
}
