import type { OperationKind } from './kind.ts'

/** Changes nothing on screen, as only the server's number places an order. Nothing folds across it. */
export const checkoutKind: OperationKind<'checkout'> = {
  apply: () => {},
  foldAfter: () => undefined,
}
