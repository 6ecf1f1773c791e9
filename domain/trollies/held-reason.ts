import type { Refusal } from './operation.ts'

/** Why a trolly is on hold. Apart from the words of decisions, since every trolly's foot can show it. */
export const heldReason = (refusal: Refusal): string =>
  HELD[refusal.code]?.(orderIn(refusal)?.orderNo) ?? refusal.message

const HELD: Record<string, (orderNo: string | undefined) => string> = {
  checked_out: (orderNo) =>
    orderNo === undefined
      ? 'This trolly was ordered on another device.'
      : `This trolly was ordered as ${orderNo} on another device.`,
  trolly_deleted: () => 'This trolly was deleted on another device.',
  trolly_not_found: () => 'This trolly no longer exists.',
}

export const orderIn = ({ reply }: Refusal): OrderTold | undefined =>
  (reply as { order?: OrderTold } | undefined)?.order

export type OrderTold = { orderNo: string; lines: { product_no: string; quantity: number }[] }
