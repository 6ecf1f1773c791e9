/**
 * The keys of all replies that are cached. One factory, so that no two reads share a key by accident. Everything is of the
 * user who is signed in: the cache is emptied between one and the next.
 */
export const queryKeys = {
  config: () => ['config'] as const,
  /** Those that are listed without a search, and how many there are. */
  customers: () => ['customers'] as const,
  customerSearch: (text: string) => ['customer-search', text] as const,
  customer: (customerId: string) => ['customer', customerId] as const,
  /** That the open trollies were read; they themselves are in the database. */
  trolliesRead: (customerId: string) => ['trollies-read', customerId] as const,
  /** That one trolly was read, for the page that shows it. */
  trollyRead: (trollyId: string) => ['trolly-read', trollyId] as const,
  /** That the product list and a customer's prices were read; they themselves are in the database. */
  assortmentRead: (customerId: string, priceListId: string) =>
    ['assortment-read', customerId, priceListId] as const,
  deliveryDates: (customerId: string) => ['delivery-dates', customerId] as const,
  /** `list`: which product list of this device may have answered. */
  productSearch: (trollyId: string, search: { priceListId: string; body: object; list: string }) =>
    ['product-search', trollyId, search] as const,
  productFilters: (trollyId: string, search: { body: object; list: string }) =>
    ['product-filters', trollyId, search] as const,
  product: (trollyId: string, product_no: string) => ['product', trollyId, product_no] as const,
  /** Those that are meant for this user. */
  faqs: () => ['faqs'] as const,
  /** Those to maintain. Without a search: all of them. */
  faqSearch: (body?: object) => ['faq-search', ...(body ? [body] : [])] as const,
  searchAnalysis: (body: object) => ['search-analysis', body] as const,
  searchTerms: () => ['search-terms'] as const,
  /** Of the browser, not of the server. */
  storageUsed: () => ['storage-used'] as const,
}

/** A member's small reads that a start without signal cannot do without. All others are forgotten with the page. */
const KEPT = ['customers', 'delivery-dates', 'faqs']

export const isKeptReply = ([name]: readonly unknown[]): boolean =>
  typeof name === 'string' && KEPT.includes(name)

/** A visitor's, which survive a sign-out. */
export const isPublicReply = ([name]: readonly unknown[]): boolean => name === 'config'

/** Those that only say that something was read into the database: worth nothing once that was emptied. */
const OF_DATABASE = ['trollies-read', 'trolly-read', 'assortment-read']

export const isReadIntoDatabase = ([name]: readonly unknown[]): boolean =>
  typeof name === 'string' && OF_DATABASE.includes(name)
