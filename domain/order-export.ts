import type { OrderStatus } from './order.ts'

export const EXPORT_EVENTS = ['placed', 'changed', 'cancelled'] as const
export type ExportEvent = (typeof EXPORT_EVENTS)[number]

/** The webhook, a reader of files, or staff who entered the order by hand. */
export type ExportChannel = 'webhook' | 'file' | 'hand'

/** An order awaiting payment is not exported. */
export const mayBeExported = ({ status }: { status: OrderStatus }): boolean => status !== 'awaiting_payment'
