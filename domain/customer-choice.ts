import { CUSTOMERS_LISTED_WITHOUT_SEARCH } from './customer.ts'

/** How a person comes to the customer they order for, by how many there are (specification, section 4). */

/** A user without customers is looked up again before it is believed: an account may be a moment old. */
export const CUSTOMER_LOOKUP_RETRIES = 2
export const CUSTOMER_LOOKUP_RETRY_DELAY_MS = 250

export type CustomerChoice =
  /** Flagged as having none. */
  | 'none'
  /** Selected without asking. */
  | 'automatic'
  /** All are listed, without a search field. */
  | 'list'
  | 'search'

/** `total` is of all the user's customers, not of one page of them. */
export const customerChoice = (total: number): CustomerChoice => {
  if (total <= 0) return 'none'
  if (total === 1) return 'automatic'
  return total > CUSTOMERS_LISTED_WITHOUT_SEARCH ? 'search' : 'list'
}

/** Whether to look again, `CUSTOMER_LOOKUP_RETRY_DELAY_MS` later, after `retriesMade` retries gave `total`. */
export const looksUpCustomersAgain = (total: number, retriesMade: number): boolean =>
  total <= 0 && retriesMade < CUSTOMER_LOOKUP_RETRIES
