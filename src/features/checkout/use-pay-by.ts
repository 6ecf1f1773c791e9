import { useState } from 'react'
import type { Customer } from '#domain/customer.ts'
import { type PayWay, payWaysOf } from '#domain/payment.ts'

/** The ways to pay for this order, and the one chosen while it is among them. */
export const usePayBy = (
  customer: Customer | undefined,
  { cardOffered, totalPence }: { cardOffered: boolean; totalPence: number },
) => {
  const [asked, setAsked] = useState<PayWay>()
  const ways = payWaysOf(customer ?? { accountKind: 'credit' }, { cardOffered, totalPence })
  const chosen = asked !== undefined && ways.includes(asked) ? asked : ways[0]
  return { ways, chosen, onChoose: setAsked }
}
