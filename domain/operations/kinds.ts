import { addKind } from './kinds/add.ts'
import { checkoutKind } from './kinds/checkout.ts'
import { createKind } from './kinds/create.ts'
import { deleteKind } from './kinds/delete.ts'
import { detailsKind } from './kinds/details.ts'
import { removeKind } from './kinds/remove.ts'
import { setKind } from './kinds/set.ts'
import type { Operation } from './operation.ts'
import type { TrollyDraft } from './view.ts'

/** One kind of operation: what it does to the view, and how it folds with the one that waits before it. */
export type OperationKind<Kind extends Operation['kind']> = {
  apply: (draft: TrollyDraft, operation: Extract<Operation, { kind: Kind }>) => void
  /**
   * This operation after `waiting`, as one; undefined: the two stay apart. Only ever asked of operations that were
   * never attempted.
   */
  foldAfter: (operation: Extract<Operation, { kind: Kind }>, waiting: Operation) => Operation | undefined
}

export const OPERATION_KINDS: { [Kind in Operation['kind']]: OperationKind<Kind> } = {
  create: createKind,
  add: addKind,
  set: setKind,
  remove: removeKind,
  details: detailsKind,
  delete: deleteKind,
  checkout: checkoutKind,
}
