import type { OrderStatus } from './order.ts'

/** `changed`: a later revision under the same number, which replaces the one before. */
export const EXPORT_EVENTS = ['placed', 'changed', 'cancelled'] as const
export type ExportEvent = (typeof EXPORT_EVENTS)[number]

/** Who took an event over: the webhook's receiver, a reader of files, or staff, who entered the order by hand. */
export type ExportChannel = 'webhook' | 'file' | 'hand'

/** An order whose payment is awaited is nobody's work yet. */
export const mayBeExported = ({ status }: { status: OrderStatus }): boolean => status !== 'awaiting_payment'
