import { type Static, Type } from 'typebox'
import {
  SHELF_NAME_MAX,
  TEMPLATE_ITEMS_MAX,
  TEMPLATE_POSITION_MAX,
  TEMPLATE_VISIBILITIES,
} from '#domain/templates/template.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  CustomerId,
  Instant,
  Line,
  naming,
  nullable,
  oneOf,
  ProductNo,
  Uuid,
  Version,
  withDefault,
} from './values.ts'

export const TemplateParams = Strict({ id: naming(Uuid, 'template_not_found') })
const OrderParams = Strict({ id: naming(Uuid, 'order_not_found') })
/** An item's id is its product number, so that devices that add the same product offline mean the same item. */
const ItemParams = Strict({
  id: naming(Uuid, 'template_not_found'),
  itemId: naming(ProductNo, 'item_not_found'),
})

const Name = Line(60)
const Visibility = oneOf(TEMPLATE_VISIBILITIES)
const Quantity = Type.Integer({ minimum: 1, maximum: QUANTITY_MAX })

/** `version` rises with every change; `detailsVersion` with those of name and visibility. */
export const TemplateHead = Strict({
  id: Uuid,
  customerId: CustomerId,
  ownerId: Uuid,
  ownerName: Type.String(),
  name: Type.String(),
  visibility: Visibility,
  version: Version,
  detailsVersion: Version,
  itemCount: Type.Integer({ minimum: 0 }),
  deleted: Type.Boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type TemplateHead = Static<typeof TemplateHead>

/** Where it is kept. */
const Shelf = nullable(Line(SHELF_NAME_MAX))
/** Pars for deliveries from Monday to Sunday; null where `parLevel` applies. */
const ParLevels = nullable(Type.Array(nullable(Quantity), { minItems: 7, maxItems: 7 }))

const Settings = {
  /** Quantity to keep on the shelf. */
  parLevel: nullable(Quantity),
  lastQuantity: nullable(Quantity),
  /** Shelf order, ties by product number. To move an item, give it the mean of its new neighbours' positions. */
  position: Type.Number({ minimum: -TEMPLATE_POSITION_MAX, maximum: TEMPLATE_POSITION_MAX }),
}
const OptionalSettings = {
  parLevel: Type.Optional(Settings.parLevel),
  lastQuantity: Type.Optional(Settings.lastQuantity),
  position: Type.Optional(Settings.position),
  shelf: Type.Optional(Shelf),
  parLevels: Type.Optional(ParLevels),
}
export const TemplateItemFields = {
  id: ProductNo,
  product_number: ProductNo,
  ...Settings,
  shelf: withDefault(Shelf, null),
  parLevels: withDefault(ParLevels, null),
  deleted: Type.Boolean(),
  addedAt: Instant,
}

const VersionsBefore = { versionBefore: Version, detailsVersionBefore: Version }

export const TemplateChanged = Strict({ ...TemplateHead.properties, ...VersionsBefore })
export type TemplateChanged = Static<typeof TemplateChanged>

export const TemplateCreated = Strict({
  ...TemplateChanged.properties,
  /** In the template, but no longer sold. */
  archived: Type.Array(ProductNo),
  /** Left out: no product ever had these numbers. */
  unknown: Type.Array(ProductNo),
})
export type TemplateCreated = Static<typeof TemplateCreated>

export const TemplateItemChanged = Strict({
  ...TemplateItemFields,
  template: TemplateHead,
  ...VersionsBefore,
})
export type TemplateItemChanged = Static<typeof TemplateItemChanged>

/** With 412 `version_mismatch`. */
export const TemplateConflict = Type.Object({ template: TemplateHead })
export type TemplateConflict = Static<typeof TemplateConflict>

/** `visibility` is private unless given; the device may create the id. */
const New = { id: Type.Optional(Uuid), name: Name, visibility: Type.Optional(Visibility) }

export const TemplateItemSettings = Strict(OptionalSettings)
export type TemplateItemSettings = Static<typeof TemplateItemSettings>

const creation = { reply: TemplateCreated, access: 'user', repeat: 'keyed', batch: 'begins' } as const
const change = { access: 'user', repeat: 'keyed', batch: 'member' } as const

export const templates = {
  create: endpoint('POST', 'template/', {
    ...creation,
    body: Strict({ ...New, customerId: Type.Optional(CustomerId) }),
    summary: 'Create an empty template.',
  }),
  update: endpoint('PUT', 'template/{id}', {
    ...change,
    params: TemplateParams,
    body: Strict({ name: Type.Optional(Name), visibility: Type.Optional(Visibility) }),
    reply: TemplateChanged,
    ifMatch: 'details',
    summary:
      'Rename a template; its owner may also share it or make it private. A shared one needs the right to order, as in all changes.',
  }),
  remove: endpoint('DELETE', 'template/{id}', {
    ...change,
    params: TemplateParams,
    reply: TemplateChanged,
    summary: 'Delete a template; it can be restored.',
  }),
  restore: endpoint('PUT', 'template/{id}/restore', {
    ...change,
    params: TemplateParams,
    reply: TemplateChanged,
    summary: 'Restore a deleted template.',
  }),
  addItem: endpoint('POST', 'template/{id}/item', {
    ...change,
    params: TemplateParams,
    body: Strict({ product_number: ProductNo, ...OptionalSettings }),
    reply: TemplateItemChanged,
    summary: 'Add a product, last unless given a position, or restore it.',
  }),
  setItem: endpoint('PUT', 'template/{id}/item/{itemId}', {
    ...change,
    params: ItemParams,
    body: TemplateItemSettings,
    reply: TemplateItemChanged,
    summary: 'Change pars, last quantity, position or shelf of an item.',
  }),
  removeItem: endpoint('DELETE', 'template/{id}/item/{itemId}', {
    ...change,
    params: ItemParams,
    reply: TemplateItemChanged,
    summary: 'Delete an item; it can be restored.',
  }),
  restoreItem: endpoint('PUT', 'template/{id}/item/{itemId}/restore', {
    ...change,
    params: ItemParams,
    reply: TemplateItemChanged,
    summary: 'Restore a deleted item.',
  }),
  createFromTransaction: endpoint('POST', 'template/create-from-td/{id}', {
    ...creation,
    params: OrderParams,
    /** The order's own id again. */
    body: Strict({ ...New, tdd_id: Type.Optional(Uuid) }),
    summary: 'Create a template from an order.',
  }),
  createFromDocument: endpoint('POST', 'template/create-from-tdd/{id}', {
    ...creation,
    params: OrderParams,
    body: Strict({ ...New, tdd_id: Uuid }),
    summary: 'Create a template from an invoice, credit note or delivery note of an order.',
  }),
  createFromTrolly: endpoint('POST', 'template/create-from-trolly/{id}', {
    ...creation,
    params: Strict({ id: naming(Uuid, 'trolly_not_found') }),
    body: Strict(New),
    summary: 'Create a template from the lines of a trolly.',
  }),
  // The body is the list, so everything else is in the query. Too long for a batch.
  createFromArray: endpoint('POST', 'template/create-from-array', {
    // Without a name, the template is named after today.
    query: Strict({ ...New, name: Type.Optional(Name), customerId: Type.Optional(CustomerId) }),
    body: Type.Array(Strict({ product_number: ProductNo, quantity: Type.Optional(Quantity) }), {
      minItems: 1,
      maxItems: TEMPLATE_ITEMS_MAX,
    }),
    reply: TemplateCreated,
    access: 'user',
    repeat: 'keyed',
    summary: 'Create a template from a pasted list.',
  }),
}
