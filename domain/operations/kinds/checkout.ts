import type { OperationKind } from './kind.ts'

/** An order takes the server longer than other calls. */
export const CHECKOUT_TIMEOUT_MS = 30_000

/** Changes nothing on screen, as only the server's number places an order. Nothing folds across it. */
export const checkoutKind: OperationKind<'checkout'> = {
  subject: () => 'checkout',
  goesAlone: true,
  awaitsSignal: true,
  awaitsDecisions: true,
  timeoutMs: CHECKOUT_TIMEOUT_MS,
  apply: () => {},
  foldAfter: () => undefined,
}
