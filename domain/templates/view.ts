import { TEMPLATE_KINDS, type TemplateDraft } from './kinds.ts'
import { isItemOperation, type QueuedTemplateOperation, type TemplateRefusal } from './operation.ts'
import type { TemplateHead, TemplateItem } from './template.ts'

export type TemplateParts = {
  /** undefined: made on this device, and the server has not confirmed it. */
  head: TemplateHead | undefined
  /** Including deleted ones. */
  items: readonly TemplateItem[]
  queue: readonly QueuedTemplateOperation[]
}

export type TemplateView = TemplateHead & {
  items: TemplateItemView[]
  waitingCount: number
  asking: QueuedTemplateOperation[]
  held: TemplateRefusal | null
}

export type TemplateItemView = TemplateItem & { waiting: boolean }

/** A refused operation is not applied, unless it is the creation. */
export const viewTemplate = ({ head, items, queue }: TemplateParts): TemplateView | undefined => {
  const draft: TemplateDraft = { head, items: new Map(items.map((item) => [item.product_no, item])) }
  const waiting = new Set<string>()
  for (const { operation, state } of queue) {
    if (state === 'attention' && operation.kind !== 'create') continue
    TEMPLATE_KINDS[operation.kind].apply(draft, operation as never)
    if (isItemOperation(operation)) waiting.add(operation.product_no)
  }
  if (!draft.head) return undefined
  const present = inShelfOrder([...draft.items.values()].filter(({ deleted }) => !deleted))
  return {
    ...draft.head,
    itemCount: present.length,
    items: present.map((item) => ({ ...item, waiting: waiting.has(item.product_no) })),
    waitingCount: queue.filter(({ state }) => state === 'pending' || state === 'sending').length,
    asking: queue.filter(({ state, refusal }) => state === 'attention' && refusal !== null),
    held: queue.find(({ state }) => state === 'held')?.refusal ?? null,
  }
}

export const inShelfOrder = <Item extends Pick<TemplateItem, 'position' | 'product_no'>>(
  items: readonly Item[],
): Item[] => items.toSorted((a, b) => a.position - b.position || (a.product_no < b.product_no ? -1 : 1))
