import { CUSTOMERS_LISTED_WITHOUT_SEARCH } from './customer.ts'

/** A new account's customers may appear a moment late. */
export const CUSTOMER_LOOKUP_RETRIES = 2
export const CUSTOMER_LOOKUP_RETRY_DELAY_MS = 250

export type CustomerChoice = 'none' | 'automatic' | 'list' | 'search'

/** `total` counts all the user's customers, not one page. */
export const customerChoice = (total: number): CustomerChoice => {
  if (total <= 0) return 'none'
  if (total === 1) return 'automatic'
  return total > CUSTOMERS_LISTED_WITHOUT_SEARCH ? 'search' : 'list'
}

export const looksUpCustomersAgain = (total: number, retriesMade: number): boolean =>
  total <= 0 && retriesMade < CUSTOMER_LOOKUP_RETRIES
