import { v7 as uuidv7 } from 'uuid'
import type { activeOrders, TrackedOrder } from '#contract/orders.ts'
import { sortOf } from '#contract/values.ts'
import { listNameOf } from '#domain/order.ts'
import { RESEND_AFTER_MS } from '#domain/order-mail.ts'
import { mayReport } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSnapshot, inTransaction } from '#server/db/transaction.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import { findEmail, insertMail, lastConfirmedAt } from '#server/features/mail/mail-queue.repository.ts'
import {
  setExportedByHand,
  undoExportedByHand,
} from '#server/features/order-exports/order-exports.repository.ts'
import type { CardPayments } from '#server/features/payments/card-payments.ts'
import { givePaymentUp, tryToCloseIntent } from '#server/features/payments/settle.ts'
import { basketOf } from '#server/features/trollies/trollies.service.ts'
import { findTrolly, readLines, readSubstitutes } from '#server/features/trollies/trolly-rows.repository.ts'
import type { Limits } from '#server/plugins/rate-limit.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  type ActiveOrdersQuery,
  countActiveOrders,
  eachActiveOrder,
  searchActiveOrders,
} from './active-orders.repository.ts'
import { recordOrderEvent } from './order-events.ts'
import {
  cancelOrder,
  isByCard,
  lockOrder,
  lockRevisions,
  type OrderRow,
  returnStock,
} from './orders.repository.ts'
import { ordersCsv } from './orders-csv.ts'
import { findReplacingTrolly, hasTrolly, insertReplacingTrolly } from './replacing-trollies.repository.ts'
import { requireOpen } from './take-back.ts'
import { findTrackedOrder } from './tracked-orders.repository.ts'

const UNPAID = 'This order is not paid yet, so it is not to be handed over.'

/** @throws Refusal `order_not_found`, also for another user's; `order_closed` after the cut-off; `order_not_confirmed`, `order_handed_over` */
export const activeOrdersService = ({
  database,
  searchList,
  cards,
  now,
  limitMail,
}: {
  database: Database
  searchList: ListSearch
  cards: CardPayments | undefined
  now: () => Date
  limitMail: Limits['mail']
}): Answers<typeof activeOrders> => {
  const requireOrder = async (
    executor: Database | Connection,
    user: Caller,
    id: string,
  ): Promise<TrackedOrder> => {
    const order = await findTrackedOrder(executor, user, id)
    if (order === undefined) throw new Refusal('order_not_found')
    return order
  }

  const requireLocked = async (
    connection: Connection,
    user: Caller,
    id: string,
    lock = lockOrder,
  ): Promise<OrderRow> => {
    const order = await lock(connection, id)
    const customer = order && (await findCustomer(connection, user, order.customerId))
    if (order === undefined || customer === undefined) throw new Refusal('order_not_found')
    return order
  }

  return {
    search: async (asked) => {
      const { user, body } = asked
      const { filters, queryString = '', sort_by = 'deliveryDay', page = 1, pageLength = 24 } = body
      const query: ActiveOrdersQuery = {
        // Filters do nothing for C1 (specification, section 6).
        ...(mayReport(user.accountType) && filters),
        text: queryString,
        now: now(),
        ...sortOf(sort_by),
        limit: pageLength,
        offset: (page - 1) * pageLength,
      }
      const found = await searchList(asked, (connection) => searchActiveOrders(connection, user, query))
      return { ...found, page, pageLength }
    },

    get: ({ user, params }) => requireOrder(database, user, params.id),

    filters: async ({ user }) => {
      const { byStatus, byCustomer, byDay } = await inSnapshot(database, (connection) =>
        countActiveOrders(connection, user),
      )
      return {
        names: byStatus.map(({ status, count }) => ({ name: listNameOf(status), status, count })),
        customers: byCustomer,
        deliveryDays: byDay,
      }
    },

    exportData: ({ user, query, reply }) => {
      const { v: _, queryString = '', ...filters } = query
      const rows = eachActiveOrder(database, user, { ...filters, text: queryString, now: now() })
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="active-orders.csv"')
      return reply.send(ordersCsv(rows)) as never
    },

    markExported: async ({ user, params }) => {
      const { id } = params
      const alreadyExported = await inTransaction(database, async (connection) => {
        const { confirmedAt, exportedAt } = await requireLocked(connection, user, id, lockRevisions)
        if (confirmedAt === null) throw new Refusal('order_not_confirmed', { message: UNPAID })
        await setExportedByHand(connection, id, now())
        return exportedAt !== null
      })
      return { ...(await requireOrder(database, user, id)), alreadyExported }
    },

    unmarkExported: async ({ user, params }) => {
      const { id } = params
      await inTransaction(database, async (connection) => {
        const { exportedAt } = await requireLocked(connection, user, id, lockRevisions)
        if (exportedAt !== null && !(await undoExportedByHand(connection, id)))
          throw new Refusal('order_handed_over')
      })
      return await requireOrder(database, user, id)
    },

    resendConfirmation: async ({ user, params: { id }, request }) => {
      await limitMail(request)
      const sentTo = await inTransaction(database, async (connection) =>
        resendConfirmation(connection, {
          user,
          order: await requireLocked(connection, user, id),
          now: now(),
        }),
      )
      return { message: 'Order Confirmation Resent', sentTo }
    },

    change: ({ user, params: { id }, body: { basketId = uuidv7() } }) =>
      inTransaction(database, async (connection) => {
        const order = await requireLocked(connection, user, id)
        requireOpen(order, now())
        if (await isByCard(connection, id)) throw new Refusal('card_order')
        const opened = await findReplacingTrolly(connection, id)
        if (opened === undefined) {
          if (await hasTrolly(connection, basketId)) throw new Refusal('trolly_exists')
          await insertReplacingTrolly(connection, { basketId, order, createdBy: user.userId, now: now() })
        }
        const trolly = await findTrolly(connection, user, opened ?? basketId)
        if (trolly === undefined) throw new Error(`The trolly that changes ${id} cannot be read.`)
        const lines = await readLines(connection, trolly)
        return basketOf(trolly, lines, await readSubstitutes(connection, trolly, lines))
      }),

    cancel: async ({ user, params: { id } }) => {
      const cancelled = await inTransaction(database, async (connection) => {
        const order = await requireLocked(connection, user, id)
        if (order.status !== 'cancelled') {
          requireOpen(order, now())
          await cancelOrder(connection, id, now())
          const event = order.confirmedAt === null ? 'cancelled_unpaid' : 'cancelled'
          await recordOrderEvent(connection, {
            orderId: id,
            event,
            now: now(),
            by: user.isStaff ? 'office' : 'customer',
          })
          await returnStock(connection, id)
          await givePaymentUp(connection, id)
        }
        return await requireOrder(connection, user, id)
      })
      if (cards !== undefined) await tryToCloseIntent({ database, cards }, id, now())
      return cancelled
    },
  }
}

/**
 * To the caller; where staff ask, to whom the first went. Requires the order's lock.
 * @returns the address
 * @throws Refusal `order_not_confirmed`, `confirmation_just_sent`
 */
export const resendConfirmation = async (
  connection: Connection,
  { user, order, now }: { user: Caller; order: OrderRow; now: Date },
): Promise<string> => {
  const { id, confirmedAt, cancelledAt, replacedAt } = order
  if (confirmedAt === null || cancelledAt !== null || replacedAt !== null)
    throw new Refusal('order_not_confirmed')
  const last = await lastConfirmedAt(connection, id, new Date(now.getTime() + RESEND_AFTER_MS))
  const waitMs = last === undefined ? 0 : last.getTime() + RESEND_AFTER_MS - now.getTime()
  if (waitMs > 0) throw new Refusal('confirmation_just_sent', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const own = await findEmail(connection, user.userId)
  const mail = { orderId: id, kind: 'confirmation', now } as const
  if (!user.isStaff) return (await insertMail(connection, { ...mail, to: own })).recipient
  return (await insertMail(connection, { ...mail, otherwise: own })).recipient
}
