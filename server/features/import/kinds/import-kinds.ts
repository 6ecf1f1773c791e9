import { customers, users } from './account-kinds.ts'
import { agentAlerts, agentCustomers, agents } from './agent-kinds.ts'
import { collectionAddresses, deliveryPostcodes, holidays } from './delivery-kinds.ts'
import { discounts } from './discount-kinds.ts'
import { distributorCustomerCodes, distributorProductCodes } from './distributor-kinds.ts'
import { faqs } from './faq-kinds.ts'
import type { ImportKind } from './fields.ts'
import { invoices, payments } from './invoice-kinds.ts'
import { deliveries } from './order-kinds.ts'
import { prices, products, stock } from './product-kinds.ts'
import { recalls } from './recall-kinds.ts'
import { adverts, searchTerms } from './search-kinds.ts'

/** row-reader.ts reads the columns; docs/import.md documents them, and a test compares the two. */
export const IMPORT_KINDS = {
  products,
  customers,
  users,
  prices,
  stock,
  'delivery-postcodes': deliveryPostcodes,
  'collection-sites': collectionAddresses,
  holidays,
  'search-terms': searchTerms,
  adverts,
  agents,
  'agent-customers': agentCustomers,
  'agent-alerts': agentAlerts,
  discounts,
  faqs,
  recalls,
  'distributor-customer-codes': distributorCustomerCodes,
  'distributor-product-codes': distributorProductCodes,
  deliveries,
  invoices,
  payments,
} satisfies Record<string, ImportKind>

export type ImportKindName = keyof typeof IMPORT_KINDS

export const importKindOf = (name: ImportKindName): ImportKind => IMPORT_KINDS[name]

export const isImportKind = (name: string): name is ImportKindName => Object.hasOwn(IMPORT_KINDS, name)
