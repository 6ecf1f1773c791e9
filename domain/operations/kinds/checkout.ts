import type { OperationKind } from './kind.ts'

/** Changes nothing that is shown: an order is placed only with the server's number. Nothing folds across it. */
export const checkoutKind: OperationKind<'checkout'> = {
  apply: () => {},
  foldAfter: () => undefined,
}
