import type { PageMessage } from '#domain/worker-messages.ts'

type Registration = Pick<ServiceWorkerRegistration, 'waiting' | 'installing' | 'update'>

/** Longer than a phone needs to start a worker, so that the page does not hang. */
const TAKEOVER_TIMEOUT_MS = 5_000
const INSTALL_TIMEOUT_MS = 15_000

/** Resolves once the waiting worker has taken over, at once without one, after five seconds at the latest. */
export async function activateWaiting(registration: Registration | undefined): Promise<void> {
  const waiting = registration?.waiting
  if (!waiting) return
  waiting.postMessage({ type: 'SKIP_WAITING' } satisfies PageMessage)
  await reached(waiting, ['activated', 'redundant'], TAKEOVER_TIMEOUT_MS)
}

export async function fetchNewest(registration: Registration | undefined): Promise<void> {
  await registration?.update()
  const installing = registration?.installing
  if (installing) await reached(installing, ['installed', 'activated', 'redundant'], INSTALL_TIMEOUT_MS)
}

function reached(
  worker: ServiceWorker,
  states: readonly ServiceWorkerState[],
  timeoutMs: number,
): Promise<void> {
  if (states.includes(worker.state)) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      worker.removeEventListener('statechange', changed)
      clearTimeout(timer)
      resolve()
    }
    const changed = () => {
      if (states.includes(worker.state)) done()
    }
    const timer = setTimeout(done, timeoutMs)
    worker.addEventListener('statechange', changed)
  })
}
