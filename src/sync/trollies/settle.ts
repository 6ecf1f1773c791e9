import type { ErrorReply } from '#contract/errors.ts'
import {
  type BasketChanged,
  BasketCheckedOut,
  type BasketConflict,
  BasketReview,
  type Order,
} from '#contract/trollies.ts'
import type { VersionsMoved } from '#domain/outbox/rebase.ts'
import { lineSubject } from '#domain/trollies/kinds.ts'
import type { Operation, Refusal } from '#domain/trollies/operation.ts'
import { readReply } from '#src/api/read-reply.ts'
import {
  forgetTrolly,
  headOf,
  lineOf,
  putHead,
  putLine,
  putProducts,
  putProductsOf,
} from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type Noun, refusalOf } from '#src/sync/engine/noun.ts'

export const settleTrolly: Noun<Operation, Refusal>['settle'] = {
  applied: async ({ database, id, reply }) => {
    const applied = reply as BasketChanged | Order
    if ('orderNo' in applied) {
      await keepPlacedOrder(database, applied)
      return new Map()
    }
    return await settleChange(database, id, applied)
  },

  conflict: async ({ database, reply, status }) => {
    const { basket, line, code, message } = reply as ErrorReply & BasketConflict
    await putHead(database, headOf(basket))
    if (line) await putLine(database, basket.id, lineOf(line))
    return {
      code,
      message,
      status,
      line: line && { quantity: line.quantity, version: line.version, removed: line.removed },
      head: headOf(basket),
    }
  },

  refused: async ({ database, reply, status }) => {
    const { code } = reply as ErrorReply
    const review =
      code === 'changed' ? (readReply(BasketReview, reply) as BasketReview | undefined) : undefined
    if (review) await keepReview(database, review)
    return refusalOf({ reply, status })
  },

  gone: async ({ database, id, record, reply, status }) => {
    const order = (readReply(BasketCheckedOut, reply) as BasketCheckedOut | undefined)?.order
    // An unreadable order is still an order.
    const isOrdered = order !== undefined || (reply as ErrorReply).code === 'checked_out'
    if (order) await keepPlacedOrder(database, order)
    else await database.trollies.update(id, { state: isOrdered ? 'checked_out' : 'deleted' })
    // Already deleted elsewhere: the wanted result.
    if (record.operation.kind === 'delete' && !isOrdered) return 'ended'
    // Kept only as far as this build can read it.
    return refusalOf({ reply: { ...(reply as ErrorReply), order }, status })
  },
}

const settleChange = async (database: UserDatabase, trollyId: string, changed: BasketChanged) => {
  const { basket, line, versionBefore } = changed
  if (basket.state === 'deleted') {
    await forgetTrolly(database, trollyId)
    return 'ended' as const
  }
  await putHead(database, headOf(basket), versionBefore)
  if (line) {
    await putLine(database, basket.id, lineOf(line))
    if (line.product) await putProducts(database, basket.priceListId, [line.product])
  }
  return versionsMoved(changed)
}

export const versionsMoved = ({
  basket,
  line,
  versionBefore,
  detailsVersionBefore,
}: BasketChanged): VersionsMoved =>
  new Map([
    ['details', { before: detailsVersionBefore, after: basket.detailsVersion }],
    ['delete', { before: versionBefore, after: basket.version }],
    ...(line
      ? [[lineSubject(line.product_no), { before: line.versionBefore, after: line.version }] as const]
      : []),
  ])

/** Replaces the trolly with its order. */
const keepPlacedOrder = async (database: UserDatabase, order: Order): Promise<void> => {
  await database.placedOrders.put(order)
  await database.trollies.update(order.basketId, { state: 'checked_out' })
}

/** Newer than anything stored, as everything before it was answered. */
const keepReview = async (database: UserDatabase, { basket }: BasketReview): Promise<void> => {
  const { items, substitutes: _, ...head } = basket
  await putHead(database, headOf(head))
  for (const item of items) await putLine(database, basket.id, lineOf(item))
  await putProductsOf(database, basket)
}
