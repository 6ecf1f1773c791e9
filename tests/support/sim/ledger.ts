import { createTemplatesLedger } from './templates/ledger.ts'
import { createTrolliesLedger } from './trollies/ledger.ts'

/**
 * What the people of a history did and what each of them had seen, kept apart from the product's own book-keeping, so
 * that the one can be held against the other.
 */
export const createLedger = () => ({
  trollies: createTrolliesLedger(),
  templates: createTemplatesLedger(),
  /** What a person saw that they may never see, in words. */
  broken: [] as string[],
})

export type Ledger = ReturnType<typeof createLedger>
