import { addKind } from './kinds/add.ts'
import { checkoutKind } from './kinds/checkout.ts'
import { createKind } from './kinds/create.ts'
import { deleteKind } from './kinds/delete.ts'
import { detailsKind } from './kinds/details.ts'
import type { OperationKind } from './kinds/kind.ts'
import { removeKind } from './kinds/remove.ts'
import { setKind } from './kinds/set.ts'
import type { Operation } from './operation.ts'

export const OPERATION_KINDS: { [Kind in Operation['kind']]: OperationKind<Kind> } = {
  create: createKind,
  add: addKind,
  set: setKind,
  remove: removeKind,
  details: detailsKind,
  delete: deleteKind,
  checkout: checkoutKind,
}
