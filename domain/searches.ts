/** Thirteen months, to compare a month with the same one a year ago. */
export const SEARCHES_KEPT_DAYS = 400
export const SEARCH_TERM_MAX = 100
export const SEARCHES_SENT_AT_ONCE = 50

/** Case and spaces do not distinguish searches. */
export const searchedTerm = (typed: string): string =>
  typed.trim().replace(/\s+/g, ' ').toLowerCase().slice(0, SEARCH_TERM_MAX)
