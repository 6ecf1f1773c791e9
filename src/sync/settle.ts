import type { BasketChanged, BasketConflict, BasketReview, Order } from '#contract/baskets.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { QueuedOperation, Refusal } from '#domain/operations/operation.ts'
import type { OutboxRecord } from '#domain/operations/outbox-record.ts'
import { intoDecision, rebase } from '#domain/operations/settle.ts'
import {
  forgetTrolly,
  headOf,
  lineOf,
  putHead,
  putLine,
  putProducts,
  putProductsOf,
} from '#src/store/trollies.ts'
import type { PlacedOrder, UserDatabase } from '#src/store/user-database.ts'
import type { Outcome } from './reply-table.ts'
import { readLane } from './take.ts'

/** Stores a final outcome within the caller's transaction. */
export const settle = async (
  database: UserDatabase,
  sent: OutboxRecord,
  outcome: SettledOutcome,
): Promise<void> => {
  const record = await database.outbox.get(sent.seq)
  // A decision about the whole lane removed it: nothing is left to settle.
  if (record?.opId !== sent.opId) return
  switch (outcome.is) {
    case 'applied':
      return 'orderNo' in outcome.reply
        ? settleOrder(database, record, outcome.reply)
        : settleChange(database, record, outcome.reply)
    case 'conflict':
      return settleConflict(database, record, outcome.reply)
    case 'refused':
      return settleRefused(database, record, outcome)
    case 'gone':
      return settleGone(database, record, outcome)
  }
}

export type SettledOutcome = Extract<Outcome, { is: 'applied' | 'conflict' | 'refused' | 'gone' }>

const settleChange = async (
  database: UserDatabase,
  record: OutboxRecord,
  reply: BasketChanged,
): Promise<void> => {
  const { basket, line } = reply
  await database.outbox.delete(record.seq)
  if (basket.state === 'deleted') {
    // Decisions about its lines are now moot.
    await database.outbox.where('lane').equals(record.lane).delete()
    return forgetTrolly(database, record.lane)
  }
  await putHead(database, headOf(basket))
  if (line) {
    await putLine(database, basket.id, lineOf(line))
    if (line.product) await putProducts(database, basket.priceListId, [line.product])
  }
  const moved = rebase({
    queue: await readLane(database, record.lane),
    applied: record,
    moved: {
      line: line && { before: line.versionBefore, after: line.version },
      details: { before: reply.detailsVersionBefore, after: basket.detailsVersion },
      trolly: { before: reply.versionBefore, after: basket.version },
    },
  })
  for (const { opId, expectedVersion } of moved)
    await database.outbox.where('opId').equals(opId).modify({ expectedVersion })
}

const settleOrder = async (database: UserDatabase, record: OutboxRecord, order: Order): Promise<void> => {
  await database.outbox.delete(record.seq)
  await keepOrder(database, order)
}

/** Replaces the trolly with its order. */
const keepOrder = async (database: UserDatabase, order: PlacedOrder): Promise<void> => {
  await database.placedOrders.put(order)
  await database.trollies.update(order.basketId, { state: 'checked_out' })
}

/** An order this device placed stays its own, even if later work came too late. */
const keepOrderFromElsewhere = async (database: UserDatabase, order: Order): Promise<void> => {
  const known = await database.placedOrders.get(order.basketId)
  await keepOrder(database, known ?? { ...order, elsewhere: true })
}

const settleConflict = async (
  database: UserDatabase,
  record: OutboxRecord,
  reply: ErrorReply & BasketConflict,
): Promise<void> => {
  await putHead(database, headOf(reply.basket))
  if (reply.line) await putLine(database, reply.basket.id, lineOf(reply.line))
  await ask(database, record, {
    code: reply.code,
    message: reply.message,
    status: 412,
    line: reply.line && {
      quantity: reply.line.quantity,
      version: reply.line.version,
      removed: reply.line.removed,
    },
    head: headOf(reply.basket),
  })
}

const settleRefused = async (
  database: UserDatabase,
  record: OutboxRecord,
  { reply, status, review }: Extract<Outcome, { is: 'refused' }>,
): Promise<void> => {
  if (review) await keepReview(database, review)
  await ask(database, record, { code: reply.code, message: reply.message, status, reply })
}

/** Newer than anything stored, as everything before it was answered. */
const keepReview = async (database: UserDatabase, { basket }: BasketReview): Promise<void> => {
  const { items, ...head } = basket
  await putHead(database, headOf(head))
  for (const item of items) await putLine(database, basket.id, lineOf(item))
  await putProductsOf(database, basket)
}

const ask = async (database: UserDatabase, record: OutboxRecord, refusal: Refusal): Promise<void> => {
  const queue: QueuedOperation[] = await readLane(database, record.lane)
  const { operation, absorbed } = intoDecision({ queue, refused: record, refusal })
  await database.outbox.where('opId').anyOf(absorbed).delete()
  if (operation) await database.outbox.update(record.seq, { state: 'attention', operation, refusal })
  else await database.outbox.delete(record.seq)
}

/** All waiting operations share one decision. */
const settleGone = async (
  database: UserDatabase,
  record: OutboxRecord,
  { reply, status, order }: Extract<Outcome, { is: 'gone' }>,
): Promise<void> => {
  // An unreadable order is still an order.
  const isOrdered = order !== undefined || reply.code === 'checked_out'
  if (order) await keepOrderFromElsewhere(database, order)
  else await database.trollies.update(record.lane, { state: isOrdered ? 'checked_out' : 'deleted' })
  if (record.operation.kind === 'delete' && !isOrdered) {
    // Already deleted elsewhere: the wanted result.
    await database.outbox.where('lane').equals(record.lane).delete()
    return
  }
  const refusal: Refusal = { code: reply.code, message: reply.message, status, reply }
  await database.outbox.where('lane').equals(record.lane).modify({ state: 'held', refusal })
}
