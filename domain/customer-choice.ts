import { CUSTOMERS_LISTED_WITHOUT_SEARCH } from './customer.ts'

/** A user without customers is looked up again before it is believed: an account may be a moment old. */
export const CUSTOMER_LOOKUP_RETRIES = 2
export const CUSTOMER_LOOKUP_RETRY_DELAY_MS = 250

export type CustomerChoice = 'none' | 'automatic' | 'list' | 'search'

/** `total` is of all the user's customers, not of one page of them. */
export const customerChoice = (total: number): CustomerChoice => {
  if (total <= 0) return 'none'
  if (total === 1) return 'automatic'
  return total > CUSTOMERS_LISTED_WITHOUT_SEARCH ? 'search' : 'list'
}

export const looksUpCustomersAgain = (total: number, retriesMade: number): boolean =>
  total <= 0 && retriesMade < CUSTOMER_LOOKUP_RETRIES
