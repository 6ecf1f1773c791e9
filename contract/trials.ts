import { type Static, Type } from 'typebox'
import { Strict } from './endpoint.ts'
import { SumPence } from './values.ts'

const Count = Type.Integer({ minimum: 0 })

/** What a rule that is not saved yet would have done to the orders of the days before. */
export const Trial = Strict({
  days: Count,
  /** Those placed in that time and neither cancelled nor replaced. */
  orders: Count,
  /** Those that would have come to another amount. */
  changed: Count,
  /** The change in the value of these orders, without VAT. It is negative where customers would have paid less. */
  differencePence: SumPence,
  /** Those that the checks would have refused. */
  refused: Count,
})
export type Trial = Static<typeof Trial>
