import type { Endpoint } from '#contract/endpoint.ts'

/** One factory, so that no two reads share a key by accident. The cache is emptied between users. */
export const queryKeys = {
  config: () => ['config'] as const,
  customers: () => ['customers'] as const,
  customerSearch: (text: string) => ['customer-search', text] as const,
  customer: (customerId: string) => ['customer', customerId] as const,
  /** The rows are in the database. */
  trolliesRead: (customerId: string) => ['trollies-read', customerId] as const,
  trollyRead: (trollyId: string) => ['trolly-read', trollyId] as const,
  trollyViewers: (trollyId: string) => ['trolly-viewers', trollyId] as const,
  /** The rows are in the database. */
  assortmentRead: (customerId: string, priceListId: string) =>
    ['assortment-read', customerId, priceListId] as const,
  /** Identifies the read of a noun that brings its state into the database (Noun.refresh). */
  nounRead: (noun: string, customerId: string) => ['noun-read', noun, customerId] as const,
  /** The rows are in the database. */
  ordersRead: (customerId: string) => ['orders-read', customerId] as const,
  /** The rows are in the database. */
  templatesRead: (customerId: string) => ['templates-read', customerId] as const,
  /** The rows are in the database. */
  templateRead: (templateId: string) => ['template-read', templateId] as const,
  deletedTemplates: (customerId: string) => ['deleted-templates', customerId] as const,
  /** @param addressId null: of the account */
  deliveryDates: (customerId: string, addressId: string | null = null) =>
    ['delivery-dates', customerId, ...(addressId === null ? [] : [addressId])] as const,
  deliveryPlaces: (customerId: string) => ['delivery-places', customerId] as const,
  collectionAddresses: () => ['collection-addresses'] as const,
  /** `list`: the device's product list that may have answered. */
  productSearch: (trollyId: string, search: { priceListId: string; body: object; list: string }) =>
    ['product-search', trollyId, search] as const,
  productFilters: (trollyId: string, search: { body: object; list: string }) =>
    ['product-filters', trollyId, search] as const,
  product: (trollyId: string, product_no: string) => ['product', trollyId, product_no] as const,
  searchTerms: () => ['search-terms'] as const,
  storageUsed: () => ['storage-used'] as const,
}

/** A call's reply, by what was asked for. Without it: all of them. */
export const replyKey = ({ path }: Pick<Endpoint, 'path'>, asked?: object) =>
  ['reply', path, ...(asked ? [asked] : [])] as const

/** The same for a small reply that an offline start needs. All others end with the page. */
export const keptReplyKey = ({ path }: Pick<Endpoint, 'path'>) => ['kept-reply', path] as const

/** The names of the replies that an offline start needs. */
export const KEPT_REPLIES = [
  'customers',
  'delivery-dates',
  'delivery-places',
  'collection-addresses',
  'kept-reply',
] as const

/** These survive a sign-out. */
export const PUBLIC_REPLIES = ['config'] as const

/** Worthless once the database has been emptied. */
const OF_DATABASE = [
  'trollies-read',
  'trolly-read',
  'assortment-read',
  'noun-read',
  'orders-read',
  'templates-read',
  'template-read',
]

export const isReadIntoDatabase = ([name]: readonly unknown[]): boolean =>
  typeof name === 'string' && OF_DATABASE.includes(name)
