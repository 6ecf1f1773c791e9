import { type Static, Type } from 'typebox'
import { STORAGE_TYPES } from '#domain/product.ts'
import { Strict } from './endpoint.ts'
import { type Kept, maintainedCalls } from './maintained.ts'
import { Code, Day, Line, OptionalLine, oneOf, Weekdays } from './values.ts'

/** When a site hands over orders, and how many at once: `07:00-09:00=12`. */
export const SiteSlotText = Type.String({
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]-([01][0-9]|2[0-3]):[0-5][0-9]=[1-9][0-9]{0,3}$',
  maxLength: 16,
})

export const CollectionSiteFields = Strict({
  /** In the wholesaler's own system. */
  siteNo: Code,
  name: Line(100),
  addressLines: Type.Array(Line(100), { maxItems: 6 }),
  town: Line(60),
  postcode: Line(10),
  phone: OptionalLine(30),
  weekdays: Weekdays,
  slots: Type.Array(SiteSlotText, { minItems: 1, maxItems: 48 }),
  /** A slot can be ordered for until this long before it begins. */
  leadTimeMinutes: Type.Integer({ minimum: 0, maximum: 20_160 }),
  /** Besides holidays. */
  closures: Type.Array(Day, { maxItems: 366 }),
  storageTypes: Type.Array(oneOf(STORAGE_TYPES), { minItems: 1, uniqueItems: true, maxItems: 3 }),
  active: Type.Boolean(),
})
export type CollectionSiteFields = Static<typeof CollectionSiteFields>
export type CollectionSite = Kept<CollectionSiteFields>

/** Where customers fetch orders, as staff maintain it; `collectionAddresses` is what customers see. */
export const collectionSites = maintainedCalls({
  noun: 'collection-site',
  route: '/maintenance/collection-addresses',
  fields: CollectionSiteFields,
  filters: { active: Type.Boolean() },
  sorts: ['name', 'town', 'siteNo', 'updated_at'],
  words: ['a collection address', 'collection addresses'],
})
