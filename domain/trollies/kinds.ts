import { changedTerms } from '#domain/line-terms.ts'
import type { KindRules } from '#domain/outbox/rules.ts'
import { UNDO_MS } from '#domain/undo.ts'
import type { LineView, ViewInProgress } from './line-view.ts'
import { isLineOperation, type Operation, type Refusal } from './operation.ts'

type Of<Kind> = Extract<Operation, { kind: Kind }>

type OperationKind<Kind extends Operation['kind']> = KindRules<Of<Kind>, Operation, Refusal> & {
  apply(draft: ViewInProgress, operation: Of<Kind>): void
}

/** An order takes the server longer than other calls. */
export const CHECKOUT_TIMEOUT_MS = 30_000

export const lineSubject = (product_no: string): string => `line ${product_no}`

/** What each kind of operation does to a trolly, and how it folds into an earlier one. */
export const OPERATION_KINDS: { [Kind in Operation['kind']]: OperationKind<Kind> } = {
  /** A trolly made on this device exists as version 0 until the server has it. */
  create: {
    subject: () => 'create',
    begins: true,
    // Already created under this id; waiting operations continue on it.
    isDone: (_, { code }) => code === 'trolly_exists',
    apply: (draft, { trollyId, customerId, priceListId, createdAt, details }) => {
      draft.head ??= {
        id: trollyId,
        customerId,
        priceListId,
        ...details,
        version: 0,
        detailsVersion: 0,
        state: 'open',
        createdAt,
        updatedAt: createdAt,
      }
    },
    foldAfter: () => undefined,
  },
  /** add after add = sum; after set = set of the sum; after remove = set. */
  add: {
    subject: ({ product_no }) => lineSubject(product_no),
    gathers: true,
    apply: (draft, { product_no, quantity, seenPricePence, addedAt }) => {
      const line = lineIn(draft, product_no, addedAt)
      draft.lines.set(product_no, { ...line, quantity: line.quantity + quantity, seenPricePence })
    },
    foldAfter: (operation, waiting) => {
      const { product_no, quantity, seenPricePence, addedAt } = operation
      switch (waiting.kind) {
        case 'add':
          return { ...waiting, quantity: waiting.quantity + quantity, seenPricePence }
        case 'set':
          return { ...waiting, quantity: waiting.quantity + quantity, seenPricePence }
        case 'remove':
          return { kind: 'set', product_no, quantity, seenPricePence, addedAt }
        default:
          return undefined
      }
    },
  },
  set: {
    subject: ({ product_no }) => lineSubject(product_no),
    gathers: true,
    isDone: ({ quantity }, { line }) => line?.removed === false && line.quantity === quantity,
    apply: (draft, { product_no, quantity, seenPricePence, addedAt }) => {
      draft.lines.set(product_no, { ...lineIn(draft, product_no, addedAt), quantity, seenPricePence })
    },
    foldAfter: (operation, waiting) => {
      if (waiting.kind === 'add' || waiting.kind === 'set') return { ...operation, addedAt: waiting.addedAt }
      return waiting.kind === 'remove' ? operation : undefined
    },
  },
  /** A removal replaces what it follows. append.ts cancels additions that the server never had. */
  remove: {
    subject: ({ product_no }) => lineSubject(product_no),
    gathers: true,
    isDone: (_, { line, code }, { operation, expectedVersion }) => {
      if (line !== undefined) return !line || line.removed
      if (code === 'version_mismatch') return false
      // An addition that was refused leaves nothing to remove; an existing line still has its quantity.
      return (
        code === 'line_not_found' || (operation.kind === 'add' ? !operation.toPresent : expectedVersion === 0)
      )
    },
    apply: (draft, { product_no }) => {
      const line = lineIn(draft, product_no, '')
      const { note: _, substitution: __, ...rest } = line
      draft.lines.set(product_no, { ...rest, quantity: 0, removed: true })
    },
    foldAfter: (operation, waiting) => (isLineOperation(waiting) ? operation : undefined),
  },
  /** Apart from the line's quantity: neither makes the other a conflict. A line that was removed meanwhile has no terms. */
  terms: {
    subject: ({ product_no }) => `terms ${product_no}`,
    // While an addition asks, its line may come yet, and what was typed for it with it.
    needs: ({ product_no }) => lineSubject(product_no),
    gathers: true,
    isDone: (_, { code }) => code === 'line_not_found',
    apply: (draft, { kind: _, product_no, ...change }) => {
      const line = draft.lines.get(product_no)
      if (!line || line.removed) return
      const { note, substitution, ...rest } = line
      draft.lines.set(product_no, { ...rest, ...changedTerms({ note, substitution }, change) })
    },
    foldAfter: (operation, waiting) => (waiting.kind === 'terms' ? { ...waiting, ...operation } : undefined),
  },
  details: {
    subject: () => 'details',
    apply: (draft, { changes }) => {
      if (draft.head) draft.head = { ...draft.head, ...changes }
    },
    foldAfter: (operation, waiting) => {
      if (waiting.kind === 'details')
        return { ...waiting, changes: { ...waiting.changes, ...operation.changes } }
      if (waiting.kind === 'create')
        return { ...waiting, details: { ...waiting.details, ...operation.changes } }
      return undefined
    },
  },
  /** Deleting twice is deleting once. lane.ts drops a trolly that was never sent. */
  delete: {
    subject: () => 'delete',
    goesAlone: true,
    ends: true,
    undoMs: UNDO_MS,
    apply: (draft) => {
      if (draft.head) draft.head = { ...draft.head, state: 'deleted' }
    },
    foldAfter: (operation, waiting) => (waiting.kind === 'delete' ? operation : undefined),
  },
  /** Changes nothing on screen, as only the server's number places an order. Nothing folds across it. */
  checkout: {
    subject: () => 'checkout',
    goesAlone: true,
    awaitsSignal: true,
    awaitsDecisions: true,
    timeoutMs: CHECKOUT_TIMEOUT_MS,
    apply: () => {},
    foldAfter: () => undefined,
  },
}

const lineIn = (draft: ViewInProgress, product_no: string, addedAt: string): LineView => {
  const line = draft.lines.get(product_no)
  if (line && !line.removed) return line
  return {
    product_no,
    quantity: 0,
    version: line?.version ?? 0,
    removed: false,
    seenPricePence: null,
    // A restored line keeps its place, as on the server.
    addedAt: line?.addedAt || addedAt,
    ...(line?.orderedQuantity !== undefined && { orderedQuantity: line.orderedQuantity }),
    state: line?.state ?? 'sent',
    decision: line?.decision ?? null,
  }
}
