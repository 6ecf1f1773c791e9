import { termsOf } from '#domain/line-terms.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { LineView } from './line-view.ts'
import type { TooLate } from './moved.ts'
import type { SetQuantity, Terms } from './operation.ts'

export type OrderToChange = {
  status: OrderStatus
  cutOffAt: string | null
  lines: readonly { product_no: string; quantity: number }[]
}

export type BeyondOrder = {
  /** Lines missing from the order, as quantities for a new trolly. */
  added: SetQuantity[]
  /** Their notes and substitutions. */
  terms: Terms[]
  tooLate: TooLate[]
}

/** @param order undefined: unknown on this device, so the trolly's lines are used */
export const beyondOrder = (lines: readonly LineView[], order: OrderToChange | undefined): BeyondOrder => {
  const comes = order?.status !== 'cancelled'
  const present = new Map(lines.filter(({ removed }) => !removed).map((line) => [line.product_no, line]))
  const orderedOf = ({ orderedQuantity = 0 }: LineView): number => (comes ? orderedQuantity : 0)
  const ordered =
    order?.lines ??
    lines.map((line) => ({ product_no: line.product_no, quantity: line.orderedQuantity ?? 0 }))
  const beyond = [...present.values()].filter((line) => line.quantity > orderedOf(line))
  return {
    added: beyond.map((line) => {
      const { product_no, seenPricePence, addedAt } = line
      return { kind: 'set', product_no, quantity: line.quantity - orderedOf(line), seenPricePence, addedAt }
    }),
    terms: beyond.flatMap((line): Terms[] => {
      const terms = termsOf(line)
      return Object.keys(terms).length === 0 ? [] : [{ kind: 'terms', product_no: line.product_no, ...terms }]
    }),
    tooLate: comes
      ? ordered.flatMap(({ product_no, quantity }) => {
          const wanted = present.get(product_no)?.quantity ?? 0
          return wanted < quantity ? [{ product_no, quantity, wanted }] : []
        })
      : [],
  }
}
