import { type Static, Type } from 'typebox'
import { ONE_LINE_NOT_BLANK } from '#domain/typed-text.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  asStored,
  CustomerId,
  Instant,
  Line,
  Lines,
  listOf,
  naming,
  nullable,
  oneOf,
  optional,
  Paging,
  Pence,
  sortedBy,
  Uuid,
  Version,
} from './values.ts'

export const DeliveryAddressFields = Strict({
  /** Such as "Home" or "The marquee". */
  name: Line(60),
  contactName: Line(60),
  contactPhone: Type.String({ minLength: 1, maxLength: 30, pattern: '^[0-9+() -]*[0-9][0-9+() -]*$' }),
  addressLines: Type.Array(Line(80), { minItems: 1, maxItems: 3 }),
  town: Line(60),
  postcode: Type.String({ minLength: 5, maxLength: 10, pattern: ONE_LINE_NOT_BLANK }),
  accessNotes: Lines(500),
  isDefault: Type.Boolean(),
})
export type DeliveryAddressFields = Static<typeof DeliveryAddressFields>
const OptionalFields = optional(DeliveryAddressFields.properties)

export const DeliveryAddress = Strict({
  id: Uuid,
  customerId: CustomerId,
  ...asStored(DeliveryAddressFields.properties),
  /** From the longest matching postcode prefix; null if the area is no longer served. */
  delivery: nullable(
    Strict({
      route: Type.String(),
      weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
      cutOffTime: Type.String(),
      minimumOrderPence: Pence,
      deliveryChargePence: Pence,
    }),
  ),
  version: Version,
  deleted: Type.Boolean(),
  updatedAt: Instant,
})
export type DeliveryAddress = Static<typeof DeliveryAddress>

export const DELIVERY_ADDRESS_SORTS = ['name', 'town', 'postcode'] as const

const Params = Strict({ id: naming(Uuid, 'address_not_found') })

/** Only cash accounts have them; for others we deliver to the account's address. */
export const deliveryAddresses = {
  create: endpoint('POST', 'delivery-address/', {
    // An id that the device creates keeps a repeat from adding the address twice.
    body: Strict({
      id: Type.Optional(Uuid),
      customerId: Type.Optional(CustomerId),
      ...DeliveryAddressFields.properties,
      accessNotes: OptionalFields.accessNotes,
      isDefault: OptionalFields.isDefault,
    }),
    reply: DeliveryAddress,
    access: 'orderer',
    summary: 'Add a delivery address to a cash account.',
  }),
  update: endpoint('PUT', 'delivery-address/{id}', {
    params: Params,
    body: Strict({ version: Type.Optional(Version), ...OptionalFields }),
    reply: DeliveryAddress,
    access: 'orderer',
    summary:
      'Change the fields given of a delivery address; with the version that was seen, only if it is current.',
  }),
  remove: endpoint('DELETE', 'delivery-address/{id}', {
    params: Params,
    reply: DeliveryAddress,
    access: 'orderer',
    summary: 'Delete a delivery address; it can be restored.',
  }),
  restore: endpoint('PUT', 'delivery-address/{id}/restore', {
    params: Params,
    reply: DeliveryAddress,
    access: 'orderer',
    summary: 'Restore a deleted delivery address.',
  }),
  search: endpoint('POST', 'delivery-address/search', {
    body: Strict({
      customerId: Type.Optional(CustomerId),
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(['current', 'deleted'])),
      sort_by: Type.Optional(sortedBy(DELIVERY_ADDRESS_SORTS)),
      ...Paging,
    }),
    reply: listOf(DeliveryAddress),
    access: 'user',
    summary: 'The delivery addresses of an account, the default first; deleted ones on request.',
  }),
}
