import fp from 'fastify-plugin'
import type { Database } from '#server/db/database.ts'
import { withLock } from '#server/db/transaction.ts'
import { runRounds } from '#server/plugins/rounds.ts'
import type { CardPayments } from './card-payments.ts'
import { findOverdue, findToRefund, type PaymentRow } from './payments.repository.ts'
import { refund, releaseOverdue } from './settle.ts'

const EVERY_MS = 20_000
const ROUND_MOST = 100
/** Our advisory lock number ('trol', 'paym'). */
const LOCK = [0x74726f6c, 0x7061796d] as const

declare module 'fastify' {
  interface FastifyInstance {
    /** Releases overdue payments and refunds; false if another instance is at it. Absent without cards. */
    settlePayments: () => Promise<boolean>
  }
}

/** One instance at a time releases what was not paid and sends back what was paid for nothing. */
export const paymentRounds = fp(
  async (app, { database, cards, now }: { database: Database; cards: CardPayments; now: () => Date }) => {
    const parts = { database, cards }
    /** One that fails is tried again in the next round, and keeps no other back. */
    const each = async (rows: PaymentRow[], act: typeof refund): Promise<void> => {
      for (const row of rows) {
        try {
          await act(parts, row, now())
        } catch (error) {
          app.log.error({ err: error, orderId: row.orderId }, 'payment not settled')
        }
      }
    }
    app.decorate('settlePayments', async () => {
      const done = await withLock(database, LOCK, async () => {
        await each(await findOverdue(database, now(), ROUND_MOST), releaseOverdue)
        await each(await findToRefund(database, ROUND_MOST), refund)
        return true
      })
      return done === true
    })
    runRounds(app, { name: 'payment', everyMs: EVERY_MS, round: app.settlePayments })
  },
  { name: 'payment-rounds' },
)
