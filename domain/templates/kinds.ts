import type { KindRules } from '#domain/outbox/rules.ts'
import { UNDO_MS } from '#domain/undo.ts'
import type { ItemOperation, TemplateOperation, TemplateRefusal } from './operation.ts'
import type { TemplateHead, TemplateItem } from './template.ts'

export type TemplateDraft = { head: TemplateHead | undefined; items: Map<string, TemplateItem> }

type Kind<Name extends TemplateOperation['kind']> = KindRules<
  Extract<TemplateOperation, { kind: Name }>,
  TemplateOperation,
  TemplateRefusal
> & {
  apply(draft: TemplateDraft, operation: Extract<TemplateOperation, { kind: Name }>): void
}

export const TEMPLATE_KINDS: { [Name in TemplateOperation['kind']]: Kind<Name> } = {
  /** Alone, since its list may be longer than a batch allows. */
  create: {
    subject: () => 'create',
    begins: true,
    goesAlone: true,
    foldAfter: () => undefined,
    apply: (draft, operation) => {
      draft.head ??= headOf(operation)
      if (draft.items.size > 0) return
      for (const item of itemsOf(operation)) draft.items.set(item.product_no, item)
    },
  },
  details: {
    subject: () => 'details',
    foldAfter: ({ changes }, waiting) => {
      if (waiting.kind === 'details') return { ...waiting, changes: { ...waiting.changes, ...changes } }
      return waiting.kind === 'create' ? { ...waiting, ...changes } : undefined
    },
    apply: (draft, { changes }) => {
      if (draft.head) draft.head = { ...draft.head, ...changes }
    },
  },
  delete: {
    subject: () => 'delete',
    ends: true,
    undoMs: UNDO_MS,
    foldAfter: (operation, waiting) => (waiting.kind === 'delete' ? operation : undefined),
    apply: (draft) => setDeleted(draft, true),
  },
  restore: {
    subject: () => 'delete',
    foldAfter: (operation, waiting) => (waiting.kind === 'restore' ? operation : undefined),
    apply: (draft) => setDeleted(draft, false),
  },
  addItem: {
    subject: subjectOfItem,
    repeatable: true,
    foldAfter: ({ settings, ...operation }, waiting) =>
      waiting.kind === 'addItem'
        ? { ...operation, settings: { ...waiting.settings, ...settings } }
        : undefined,
    apply: ({ items }, { product_no, settings, at }) => {
      const before = items.get(product_no) ?? newItem(product_no, at)
      items.set(product_no, { ...before, ...settings, deleted: false })
    },
  },
  setItem: {
    subject: subjectOfItem,
    repeatable: true,
    gathers: true,
    foldAfter: ({ settings }, waiting) =>
      waiting.kind === 'addItem' || waiting.kind === 'setItem'
        ? ({ ...waiting, settings: { ...waiting.settings, ...settings } } as ItemOperation)
        : undefined,
    isDone: isMissing,
    apply: ({ items }, { product_no, settings }) => changeItem(items, product_no, settings),
  },
  removeItem: {
    subject: subjectOfItem,
    repeatable: true,
    foldAfter: (operation, waiting) =>
      waiting.kind === 'removeItem' || waiting.kind === 'restoreItem' ? operation : undefined,
    isDone: isMissing,
    apply: ({ items }, { product_no }) => changeItem(items, product_no, { deleted: true }),
  },
  restoreItem: {
    subject: subjectOfItem,
    repeatable: true,
    foldAfter: (operation, waiting) =>
      waiting.kind === 'removeItem' || waiting.kind === 'restoreItem' ? operation : undefined,
    apply: ({ items }, { product_no }) => changeItem(items, product_no, { deleted: false }),
  },
}

function subjectOfItem({ product_no }: ItemOperation): string {
  return `item:${product_no}`
}

function isMissing(_: unknown, { code }: TemplateRefusal): boolean {
  return code === 'item_not_found'
}

const setDeleted = (draft: TemplateDraft, deleted: boolean): void => {
  if (draft.head) draft.head = { ...draft.head, deleted }
}

const changeItem = (
  items: TemplateDraft['items'],
  product_no: string,
  changes: Partial<TemplateItem>,
): void => {
  const before = items.get(product_no)
  if (before) items.set(product_no, { ...before, ...changes })
}

const newItem = (product_no: string, addedAt: string): TemplateItem => ({
  product_no,
  parLevel: null,
  lastQuantity: null,
  position: 0,
  deleted: false,
  addedAt,
})

type Create = Extract<TemplateOperation, { kind: 'create' }>

export const itemsOf = ({ items, at }: Create): TemplateItem[] =>
  items.map(({ product_no, quantity }, index) => ({
    ...newItem(product_no, at),
    lastQuantity: quantity,
    position: index + 1,
  }))

const headOf = ({ templateId, items, at, kind: _, ...details }: Create): TemplateHead => ({
  ...details,
  id: templateId,
  ownerName: '',
  version: 0,
  detailsVersion: 0,
  itemCount: items.length,
  deleted: false,
  createdAt: at,
  updatedAt: at,
})
