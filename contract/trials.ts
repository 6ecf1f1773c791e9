import { type Static, Type } from 'typebox'
import { Strict } from './endpoint.ts'
import { SumPence } from './values.ts'

const Count = Type.Integer({ minimum: 0 })

/** Orders placed in the days before that are neither cancelled nor replaced. */
const TRIED_ON = { days: Count, orders: Count }

/** What a discount that is not saved yet would have done to them. */
export const DiscountTrial = Strict({
  ...TRIED_ON,
  /** Those that would have come to another amount. */
  changed: Count,
  /** The change in the value of these orders, without VAT. It is negative where customers would have paid less. */
  differencePence: SumPence,
  /** Those that the checks would have refused. */
  refused: Count,
})
export type DiscountTrial = Static<typeof DiscountTrial>

/**
 * What the rule of a delivery postcode that is not saved yet would have done, beside the rules that are saved. `orders` are the
 * deliveries that it decides, as it is saved or as it is tried.
 */
export const PostcodeTrial = Strict({
  ...TRIED_ON,
  /** Those to a delivery address. The others went to the account, which has its own days, cut-off and minimum. */
  toAddresses: Count,
  /** Those that the saved rules take and the checks would have refused, each by the first check that it fails. */
  unserved: Count,
  otherDay: Count,
  late: Count,
  tooSmall: Count,
  /** Those that the checks refuse by the saved rules, and would have taken. */
  accepted: Count,
  /** Those taken either way, with another delivery charge. */
  charged: Count,
  /** The change in these charges, without VAT. */
  differencePence: SumPence,
})
export type PostcodeTrial = Static<typeof PostcodeTrial>
