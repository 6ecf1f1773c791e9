import { isUnanswered, isUntouched } from '#domain/outbox/operation.ts'
import { subjectOf } from '#domain/outbox/rules.ts'
import { TEMPLATE_ITEMS_MAX } from '#domain/templates/template.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { TEMPLATE_KINDS } from './kinds.ts'
import { isItemOperation, type QueuedTemplateOperation, type TemplateOperation } from './operation.ts'
import { type TemplateParts, viewTemplate } from './view.ts'

export type TemplateAppend = TemplateParts & {
  operation: TemplateOperation
  /** The version on screen when the edit began, which may be older than the stored one. */
  seen?: { detailsVersion: number } | undefined
}

export type TemplatePlan = {
  /** Operations that leave the queue: undone by this one, or refused and decided by it. */
  takenBack: string[]
  write: { into: string | null; operation: TemplateOperation; expectedVersion: number | null } | null
}

/** Folds, appends or cancels. @throws OperationRefused if not allowed; nothing is written */
export const planTemplateAppend = (parts: TemplateAppend): TemplatePlan => {
  const { operation, queue } = parts
  const view = viewTemplate(parts)
  // Two tabs may both create it.
  if (operation.kind === 'create')
    return { takenBack: [], write: view ? null : { into: null, operation, expectedVersion: null } }
  requireAllowed(view, operation)

  const subject = subjectOf(TEMPLATE_KINDS, operation)
  const ofSubject = queue.filter((queued) => subjectOf(TEMPLATE_KINDS, queued.operation) === subject)
  const refused = ofSubject.filter(({ state }) => state === 'attention')
  if (refused.some((asked) => !answers(operation, asked.operation)))
    throw new OperationRefused('decision_needed')
  const takenBack = refused.map(({ opId }) => opId)

  const undone = undoneBy(parts, ofSubject)
  if (undone) return { takenBack: [...takenBack, ...undone], write: null }

  const waiting = ofSubject.at(-1) ?? queue.find((queued) => queued.operation.kind === 'create')
  const folded =
    waiting && isUntouched(waiting)
      ? TEMPLATE_KINDS[operation.kind].foldAfter(operation as never, waiting.operation)
      : undefined
  if (waiting && folded)
    return {
      takenBack,
      write: { into: waiting.opId, operation: folded, expectedVersion: waiting.expectedVersion },
    }
  return { takenBack, write: { into: null, operation, expectedVersion: expectedVersionOf(parts, ofSubject) } }
}

const requireAllowed = (view: ReturnType<typeof viewTemplate>, { kind }: TemplateOperation): void => {
  if (!view) throw new OperationRefused('template_unknown')
  if (view.held) throw new OperationRefused('template_held')
  if (view.deleted && kind !== 'delete' && kind !== 'restore') throw new OperationRefused('template_deleted')
  if ((kind === 'addItem' || kind === 'restoreItem') && view.items.length >= TEMPLATE_ITEMS_MAX)
    throw new OperationRefused('too_many_items')
}

/** Changing the same settings answers the question; other changes would lose what it asks about. */
const answers = (operation: TemplateOperation, asked: TemplateOperation): boolean => {
  if (operation.kind !== 'details' || asked.kind !== 'details') return true
  return Object.keys(asked.changes).every((setting) => setting in operation.changes)
}

/** Unsent operations that this one cancels out. */
const undoneBy = (
  { operation, queue, ...parts }: TemplateAppend,
  ofSubject: readonly QueuedTemplateOperation[],
): string[] | undefined => {
  const wanted = WANTED[operation.kind]
  if (wanted === undefined || ofSubject.some(isUnanswered)) return undefined
  const untouched = ofSubject.filter(isUntouched)
  // Undoing a removal needs what was added: both are sent.
  if (operation.kind === 'removeItem' && untouched.some((queued) => queued.operation.kind === 'addItem'))
    return undefined
  const without = viewTemplate({ ...parts, queue: queue.filter((queued) => !untouched.includes(queued)) })
  const isThere = isItemOperation(operation)
    ? without?.items.some(({ product_no }) => product_no === operation.product_no)
    : without?.deleted === false
  if (isThere !== wanted) return undefined
  // A restored item keeps its waiting settings.
  return untouched
    .filter(({ operation: { kind } }) => !wanted || WANTED[kind] === false)
    .map(({ opId }) => opId)
}

/** Whether the item should exist; undefined for other changes. */
const WANTED: Partial<Record<TemplateOperation['kind'], boolean>> = {
  delete: false,
  restore: true,
  removeItem: false,
  restoreItem: true,
}

/** Only name and visibility have a version and can conflict. */
const expectedVersionOf = (
  { head, operation, seen }: TemplateAppend,
  ofSubject: readonly QueuedTemplateOperation[],
): number | null => {
  if (operation.kind !== 'details') return null
  const refused = ofSubject.find(({ state }) => state === 'attention')
  if (refused) return refused.refusal?.template?.detailsVersion ?? head?.detailsVersion ?? 0
  return ofSubject[0]?.expectedVersion ?? seen?.detailsVersion ?? head?.detailsVersion ?? 0
}
