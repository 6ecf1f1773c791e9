import fp from 'fastify-plugin'
import type { PaymentState } from '#domain/payment.ts'
import { backoffMs } from '#server/backoff.ts'
import type { Database } from '#server/db/database.ts'
import { withLock } from '#server/db/transaction.ts'
import { runRounds } from '#server/plugins/rounds.ts'
import type { CardPayments } from './card-payments.ts'
import { findUnsettled, type PaymentRow, setPayment } from './payments.repository.ts'
import { closeIntent, refund, releaseOverdue } from './settle.ts'

const EVERY_MS = 20_000
const ROUND_MOST = 100
const RETRY = { firstMs: EVERY_MS, mostMs: 3_600_000 }
/** Our advisory lock number ('trol', 'paym'). */
const LOCK = [0x74726f6c, 0x7061796d] as const

/** What the rounds do to a payment in a state. @returns false if it has to be tried again later */
const ACTS: Partial<Record<PaymentState, typeof refund>> = {
  awaiting: releaseOverdue,
  released: closeIntent,
  refunding: refund,
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Releases overdue payments, closes their intents and refunds; false if another instance is at it. Absent without cards. */
    settlePayments: () => Promise<boolean>
  }
}

/** One instance at a time releases what was not paid, sees to it that nobody can pay it any more, and refunds what was paid for nothing. */
export const paymentRounds = fp(
  async (app, { database, cards, now }: { database: Database; cards: CardPayments; now: () => Date }) => {
    const parts = { database, cards }
    const attempt = async (row: PaymentRow): Promise<void> => {
      const { orderId, state } = row
      try {
        if (await ACTS[state]?.(parts, row, now())) return
      } catch (error) {
        app.log.error({ err: error, orderId, state }, 'payment not settled')
      }
      const failures = row.failures + 1
      const nextAttemptAt = new Date(now().getTime() + backoffMs(failures, RETRY))
      await setPayment(database, orderId, { failures, nextAttemptAt })
    }
    app.decorate('settlePayments', async () => {
      const done = await withLock(database, LOCK, async () => {
        for (const row of await findUnsettled(database, {
          at: now(),
          longestWaitMs: RETRY.mostMs,
          limit: ROUND_MOST,
        }))
          await attempt(row)
        return true
      })
      return done === true
    })
    runRounds(app, { name: 'payment', everyMs: EVERY_MS, round: app.settlePayments })
  },
  { name: 'payment-rounds' },
)
