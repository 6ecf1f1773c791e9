import { createTemplatesLedger } from './templates/ledger.ts'
import { createTrolliesLedger } from './trollies/ledger.ts'

/**
 * What the people of a history did and what each of them had seen, recorded independently of the product, so that the two can be
 * compared.
 */
export const createLedger = () => ({
  trollies: createTrolliesLedger(),
  templates: createTemplatesLedger(),
  /** What a person saw but must never see, in words. */
  broken: [] as string[],
})

export type Ledger = ReturnType<typeof createLedger>
