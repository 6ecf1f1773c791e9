import type { SearchWorker } from '#src/features/search/engine/product-search.ts'
import type { FromWorker, ToWorker } from '#src/features/search/engine/search-protocol.ts'

/**
 * A worker's two ends in one process: messages are copied and arrive later, as with real workers, and stop when it is terminated.
 * `inside` is passed to the worker's program.
 */
export const workerStandIn = () => {
  const outside = new EventTarget()
  const scope = new EventTarget()
  const received: ToWorker[] = []
  let terminated = false
  const deliver = (target: EventTarget, message: unknown): void => {
    const data = structuredClone(message)
    setTimeout(() => {
      if (!terminated) target.dispatchEvent(new MessageEvent('message', { data }))
    }, 0)
  }
  const worker = {
    postMessage: (message: ToWorker) => {
      received.push(message)
      deliver(scope, message)
    },
    addEventListener: outside.addEventListener.bind(outside),
    terminate: () => {
      terminated = true
    },
  } as SearchWorker
  const inside = {
    postMessage: (message: FromWorker) => deliver(outside, message),
    addEventListener: scope.addEventListener.bind(scope) as never,
  }
  return {
    worker,
    inside,
    received,
    isTerminated: () => terminated,
    /** Posts a message as the worker would. */
    say: (message: FromWorker) => inside.postMessage(message),
    crash: () =>
      outside.dispatchEvent(new ErrorEvent('error', { message: 'Out of memory', cancelable: true })),
  }
}
