import { MINUTE_MS } from './durations.ts'
import type { OrderStatus } from './order.ts'

export const EXPORT_EVENTS = ['placed', 'changed', 'cancelled'] as const
export type ExportEvent = (typeof EXPORT_EVENTS)[number]

/** The webhook, a reader of files, or staff who entered the order by hand. */
export type ExportChannel = 'webhook' | 'file' | 'hand'

/** An event that has waited for longer is late: the other system takes them within minutes. */
export const LATE_EXPORT_MS = 30 * MINUTE_MS

/** An order awaiting payment is not exported. */
export const mayBeExported = ({ status }: { status: OrderStatus }): boolean => status !== 'awaiting_payment'
