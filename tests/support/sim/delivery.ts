import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { deliveryAddresses } from '#contract/delivery-addresses.ts'
import { type DeliveryTerms, deliveryChargeOf } from '#domain/delivery-charge.ts'
import { type DeliveryChoice, deliveryChoiceOf } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { deliveryPostcodes } from '#server/db/schema/customers.ts'
import { deliveryAddresses as addressRows } from '#server/db/schema/delivery-addresses.ts'
import type { SimDevice } from './sim-device.ts'
import type { World } from './world.ts'

/** Where one history's goods may go: to its account, to two of its addresses on two routes, or to a site. */
export type SimDelivery = Awaited<ReturnType<typeof makeDelivery>>

/** The amount for free delivery: some orders are below, some above. */
export const FREE_FROM_PENCE = 12_000
const SLOT = '07:00-09:00'

export const makeDelivery = async (database: Database, customerId: string, outcodes: Outcodes) => {
  const addressIds = [uuidv7(), uuidv7()] as const
  const siteId = uuidv7()
  await database.insert(addressRows).values(
    addressIds.map((id, at) => ({
      id,
      customerId,
      name: `Place ${at}`,
      contactName: 'Ada Lees',
      contactPhone: '01904 123456',
      addressLines: ['3 Mill Lane'],
      town: 'York',
      postcode: `${outcodes[at]} 1AA`,
      updatedAt: new Date(),
    })),
  )
  await database.insert(collectionAddresses).values({
    id: siteId,
    name: `Site of ${customerId}`,
    addressLines: ['Wharf'],
    town: 'York',
    postcode: 'YO1 7HH',
    weekdays: [1, 2, 3, 4, 5, 6],
    slots: [{ from: '07:00', to: '09:00', capacity: 1_000 }],
    leadTimeMinutes: 240,
    storageTypes: ['ambient', 'chilled', 'frozen'],
  })
  return {
    outcodes,
    addressIds,
    siteId,
    charges: [...CHARGES] as number[],
    known: new Map<string, readonly number[]>(),
  }
}

const CHARGES = [495, 750] as const

/** The account's prefix and another. Each history has its own, since the table is shared. */
export type Outcodes = readonly [string, string]

let made = 0
export const makeOutcodes = async (database: Database): Promise<Outcodes> => {
  const [one, other] = [outcode(), outcode()]
  await database.insert(deliveryPostcodes).values(
    [one, other].map((prefix, at) => ({
      prefix,
      route: prefix,
      deliveryWeekdays: [1, 2, 3, 4, 5, 6],
      deliveryChargePence: CHARGES[at] ?? 0,
    })),
  )
  return [one, other]
}

/** Districts such as AB1C, each made once. */
const outcode = (): string => {
  made += 1
  const letter = (times: number): string => String.fromCharCode(65 + (Math.floor(made / times) % 26))
  const last = (made % 36).toString(36).toUpperCase()
  return `${letter(9360)}${letter(360)}${Math.floor(made / 36) % 10}${last}`
}

export const PLACES = ['account', 'first', 'second', 'site'] as const
export type Place = (typeof PLACES)[number]

export const choiceOf = ({ addressIds, siteId }: SimDelivery, place: Place): Required<DeliveryChoice> =>
  place === 'site'
    ? deliveryChoiceOf({ method: 'collection', collectionSiteId: siteId, collectionSlot: SLOT })
    : deliveryChoiceOf({
        deliveryAddressId: place === 'first' ? addressIds[0] : place === 'second' ? addressIds[1] : null,
      })

/** The device learns today's charges, as with the account and its addresses. */
export const tellCharges = ({ delivery }: Pick<World, 'delivery'>, { name }: SimDevice): void =>
  void delivery.known.set(name, [...delivery.charges])

/** The delivery charge shown on the device, in pence without VAT. */
export const chargeShown = (
  delivery: SimDelivery,
  device: SimDevice,
  choice: DeliveryChoice,
  goodsPence: number,
) => {
  const { method, deliveryAddressId } = deliveryChoiceOf(choice)
  const [ofAccount = 0, ofSecond = 0] = delivery.known.get(device.name) ?? CHARGES
  const terms: DeliveryTerms = {
    chargePence:
      method === 'collection' ? 0 : deliveryAddressId === delivery.addressIds[1] ? ofSecond : ofAccount,
    freeFromPence: FREE_FROM_PENCE,
  }
  return deliveryChargeOf(terms, goodsPence)
}

export const setCharge = async (
  { database, delivery }: World,
  { route, pence }: { route: number; pence: number },
): Promise<void> => {
  delivery.charges[route] = pence
  await database
    .update(deliveryPostcodes)
    .set({ deliveryChargePence: pence })
    .where(eq(deliveryPostcodes.prefix, delivery.outcodes[route] ?? ''))
}

/** A call that is not stored for later: it is not made without a session. */
export const deleteAddress = async (
  { call, delivery }: World,
  { token }: SimDevice,
  { address, deleted }: { address: number; deleted: boolean },
): Promise<void> => {
  const params = { id: delivery.addressIds[address] ?? '' }
  await call(deleted ? deliveryAddresses.remove : deliveryAddresses.restore, { token, params })
}
