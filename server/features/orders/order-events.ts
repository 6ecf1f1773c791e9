import type { ExportEvent } from '#domain/order-export.ts'
import type { MailKind } from '#domain/order-mail.ts'
import { type Connection, inOnePacket } from '#server/db/transaction.ts'
import { insertMail } from '#server/features/mail/mail-queue.repository.ts'
import { insertOrderExport } from '#server/features/order-exports/order-exports.repository.ts'

type Outcome = { mail: MailKind; exported?: ExportEvent }

/** What each event of an order's life tells people and the supplier's system. */
const EVENTS = {
  placed: { mail: 'confirmation', exported: 'placed' },
  changed: { mail: 'changed', exported: 'changed' },
  cancelled: { mail: 'cancelled', exported: 'cancelled' },
  /** Before it was paid, so the supplier's system never heard of it. */
  cancelled_unpaid: { mail: 'cancelled' },
  payment_declined: { mail: 'payment_declined' },
  payment_expired: { mail: 'payment_expired' },
  payment_late: { mail: 'payment_late' },
} satisfies Record<string, Outcome>

/** Call it in the transaction of the event: what is committed is told, and nothing else. */
export const recordOrderEvent = async (
  connection: Connection,
  { orderId, event, now }: { orderId: string; event: keyof typeof EVENTS; now: Date },
): Promise<void> => {
  const { mail, exported }: Outcome = EVENTS[event]
  await inOnePacket(connection, () =>
    Promise.all([
      insertMail(connection, { orderId, kind: mail, now }),
      exported && insertOrderExport(connection, { orderId, event: exported, now }),
    ]),
  )
}
