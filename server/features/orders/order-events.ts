import type { ExportEvent } from '#domain/order-export.ts'
import type { MailKind } from '#domain/order-mail.ts'
import type { PushKind } from '#domain/push.ts'
import { type Connection, inOnePacket } from '#server/db/transaction.ts'
import { insertMail } from '#server/features/mail/mail-queue.repository.ts'
import { insertOrderExport } from '#server/features/order-exports/order-exports.repository.ts'
import { pushAboutOrder } from '#server/features/push/push-queue.repository.ts'

type By = 'customer' | 'office'
/** `pushed`: what devices are told if the customer or the office did it. */
type Outcome = { mail?: MailKind; exported?: ExportEvent; pushed?: Partial<Record<By, PushKind>> }

/** What each event of an order's life tells people and the supplier's system. */
const EVENTS = {
  placed: {
    mail: 'confirmation',
    exported: 'placed',
    pushed: { customer: 'order_accepted', office: 'order_accepted' },
  },
  changed: { mail: 'changed', exported: 'changed', pushed: { office: 'changed_by_office' } },
  cancelled: { mail: 'cancelled', exported: 'cancelled', pushed: { office: 'changed_by_office' } },
  /** Before it was paid, so the supplier's system never heard of it. */
  cancelled_unpaid: { mail: 'cancelled', pushed: { office: 'changed_by_office' } },
  payment_declined: { mail: 'payment_declined' },
  payment_expired: { mail: 'payment_expired' },
  payment_late: { mail: 'payment_late' },
  /**
   * Devices alone are told: the supplier's system has its own pickers, and the order's page says the rest. Files that repeat what was
   * picked tell of the same event (delivery-import.repository.ts).
   */
  short: { pushed: { office: 'short' } },
} satisfies Record<string, Outcome>

type OrderEvent = {
  orderId: string
  event: keyof typeof EVENTS
  now: Date
  /** Who did it; a customer unless it is said. */
  by?: By
  /** A device placed or changed it without a connection, and has sent it only now. */
  waited?: boolean
}

/** Call it in the transaction of the event: what is committed is told, and nothing else. */
export const recordOrderEvent = async (
  connection: Connection,
  { orderId, event, now, by = 'customer', waited = false }: OrderEvent,
): Promise<void> => {
  const { mail, exported, pushed }: Outcome = EVENTS[event]
  const kind = waited ? 'waiting_order_placed' : pushed?.[by]
  await inOnePacket(connection, () =>
    Promise.all([
      mail && insertMail(connection, { orderId, kind: mail, now }),
      exported && insertOrderExport(connection, { orderId, event: exported, now }),
      kind && pushAboutOrder(connection, { orderId, kind, event, now }),
    ]),
  )
}
