import { instantText } from '#domain/delivery-days.ts'
import { mayStillChange, type OrderStatus } from '#domain/order.ts'
import { type TooLate, tooLateText } from './decision-words.ts'
import type { LineView } from './draft.ts'
import type { SetQuantity } from './operation.ts'
import type { NameOf } from './words.ts'

export type OrderToChange = {
  status: OrderStatus
  cutOffAt: string | null
  lines: readonly { product_no: string; quantity: number }[]
}

export type BeyondOrder = {
  /** Lines missing from the order, as quantities for a new trolly. */
  added: SetQuantity[]
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
  return {
    added: [...present.values()].flatMap((line): SetQuantity[] => {
      const quantity = line.quantity - orderedOf(line)
      const { product_no, seenPricePence, addedAt } = line
      return quantity > 0 ? [{ kind: 'set', product_no, quantity, seenPricePence, addedAt }] : []
    }),
    tooLate: comes
      ? ordered.flatMap(({ product_no, quantity }) => {
          const wanted = present.get(product_no)?.quantity ?? 0
          return wanted < quantity ? [{ product_no, quantity, wanted }] : []
        })
      : [],
  }
}

export type ClosedOrderWords = { question: string; details: string[]; move: string | null; giveUp: string }

/** @param order undefined: unknown on this device */
export const closedOrderWords = (
  orderNo: string,
  order: OrderToChange | undefined,
  { added, tooLate }: BeyondOrder,
  { nameOf, now }: { nameOf: NameOf; now: Date },
): ClosedOrderWords => {
  const isCancelled = order?.status === 'cancelled'
  const was = new Set(order?.lines.map(({ product_no }) => product_no))
  const details = [
    ...added.map(({ product_no, quantity }) => {
      const more = was.has(product_no) && !isCancelled ? ' more' : ''
      return `${quantity}${more} ${nameOf(product_no)} not ordered.`
    }),
    ...tooLate.map((line) => tooLateText(line, nameOf)),
  ]
  const stays = isCancelled ? '' : ' We’ll deliver it as you first ordered it.'
  return {
    question: `Order ${orderNo} can no longer be changed: ${reasonOf(order, now)}.${stays}`,
    details,
    move: added.length === 0 ? null : MOVE,
    giveUp: details.length === 0 ? 'OK' : 'Discard my changes',
  }
}

const MOVE = 'Order what you added as a new order'

const reasonOf = (order: OrderToChange | undefined, now: Date): string => {
  if (order === undefined || mayStillChange(order, now))
    return 'its cut-off has passed, or it is being picked'
  if (order.status !== 'placed' && order.status !== 'awaiting_payment') return REASONS[order.status]
  return order.cutOffAt === null
    ? 'its cut-off has passed'
    : `its cut-off was ${instantText(new Date(order.cutOffAt))}`
}

const REASONS: Record<Exclude<OrderStatus, 'placed' | 'awaiting_payment'>, string> = {
  picking: 'it is being picked',
  dispatched: 'it is on its way',
  delivered: 'it was delivered',
  cancelled: 'it was cancelled',
  replaced: 'it has already been changed',
}
