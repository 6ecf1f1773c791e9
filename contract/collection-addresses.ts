import { type Static, Type } from 'typebox'
import { STORAGE_TYPES } from '#domain/product.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CollectionSlotName, Day, Instant, listOf, oneOf, Paging, Uuid } from './values.ts'

export const CollectionAddress = Strict({
  id: Uuid,
  name: Type.String(),
  addressLines: Type.Array(Type.String()),
  town: Type.String(),
  postcode: Type.String(),
  phone: Type.String(),
  /** Storage types of the goods that it can keep. */
  storageTypes: Type.Array(oneOf(STORAGE_TYPES)),
  /** Nearest first, without closed days. */
  days: Type.Array(
    Strict({
      day: Day,
      slots: Type.Array(
        Strict({
          slot: CollectionSlotName,
          /** End of ordering for the slot. */
          closesAt: Instant,
          free: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  ),
})
export type CollectionAddress = Static<typeof CollectionAddress>

export const collectionAddresses = {
  search: endpoint('POST', 'collection-address/search', {
    body: Strict({ queryString: Type.Optional(Type.String({ maxLength: 200 })), ...Paging }),
    reply: listOf(CollectionAddress),
    access: 'user',
    summary: 'Where orders can be collected, with the slots of the next two weeks.',
  }),
}
