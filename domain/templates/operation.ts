import type { Queued, Refusal } from '#domain/outbox/operation.ts'
import type { OutboxRecord } from '#domain/outbox/record.ts'
import type { TemplateVisibility } from '#domain/templates/template.ts'
import type { TemplateHead, TemplateItemSettings } from './template.ts'

export const TEMPLATE = 'template'

export type TemplateOperation =
  | CreateTemplate
  | { kind: 'details'; changes: Partial<Pick<TemplateHead, 'name' | 'visibility'>> }
  | { kind: 'delete' }
  | { kind: 'restore' }
  | ItemOperation

export type CreateTemplate = {
  kind: 'create'
  templateId: string
  customerId: string
  ownerId: string
  name: string
  visibility: TemplateVisibility
  items: readonly { product_no: string; quantity: number }[]
  /** The server takes its lines instead of `items`. */
  document?: { orderId: string; documentId: string }
  at: string
}

export type ItemOperation =
  | { kind: 'addItem'; product_no: string; settings: AddedSettings; at: string }
  | { kind: 'setItem'; product_no: string; settings: Partial<TemplateItemSettings> }
  | { kind: 'removeItem'; product_no: string }
  | { kind: 'restoreItem'; product_no: string }

/** Missing settings keep their value if the item exists already. */
type AddedSettings = Partial<TemplateItemSettings> & Pick<TemplateItemSettings, 'position'>

/** `template`: the server's state at the time of the refusal. */
export type TemplateRefusal = Refusal & { template?: TemplateHead }

export type QueuedTemplateOperation = Queued<TemplateOperation, TemplateRefusal>

export type TemplateRecord = OutboxRecord<TemplateOperation, TemplateRefusal>

export const isItemOperation = (operation: TemplateOperation): operation is ItemOperation =>
  'product_no' in operation
