import { CHECK_BUILD, OUTBOX_SYNC_TAG, type WorkerReply } from '#domain/worker-messages.ts'

type WorkerEvents = {
  /** A worker waits with all files of its build. */
  waiting: (buildId: string) => void
  reply: (reply: WorkerReply) => void
}

/**
 * Registers the worker. Undefined without workers (old browser, private window, insecure address); rejects if the browser
 * refuses the worker.
 * @returns asks the worker to check for a newer build, if a check is due
 */
export async function connectWorker({ waiting, reply }: WorkerEvents): Promise<(() => void) | undefined> {
  if (!navigator.serviceWorker) return undefined
  const { messageSW, Workbox } = await import('workbox-window')
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', async ({ sw }) => {
    // A device's first worker waits a moment as well, with this page's own build.
    if (sw) waiting((await messageSW(sw, CHECK_BUILD)).buildId)
  })
  const registration = await workbox.register()
  const ask = async () => {
    if (registration?.active) reply(await messageSW(registration.active, CHECK_BUILD))
  }
  // This page's first worker, or a newer one that another tab has put in place: its reply tells.
  workbox.addEventListener('controlling', ask)
  return ask
}

/** Fetches the newest worker with its build. Longer than 15 s, and the page goes on without. */
export async function fetchNewestWorker(): Promise<void> {
  const registration = await findRegistration()
  await registration?.update()
  if (registration?.installing) await nextEvent(registration.installing, 'statechange', 15_000)
}

/** Resolves once the waiting worker has taken over, or if there is none. A phone starts a worker within 5 s. */
export async function activateWaitingWorker(): Promise<void> {
  const waiting = (await findRegistration())?.waiting
  if (!waiting) return
  const takenOver = nextEvent(navigator.serviceWorker, 'controllerchange', 5_000)
  waiting.postMessage({ type: 'SKIP_WAITING' })
  await takenOver
}

/** undefined also in a browser that blocks site data, which refuses to say. */
const findRegistration = async (): Promise<ServiceWorkerRegistration | undefined> => {
  try {
    return await navigator.serviceWorker?.getRegistration()
  } catch {
    return undefined
  }
}

const nextEvent = (target: EventTarget, name: string, withinMs: number): Promise<void> =>
  new Promise((resolve) => {
    target.addEventListener(name, () => resolve(), { once: true })
    setTimeout(resolve, withinMs)
  })

/** Chromium only, so not in TypeScript's library. */
type WithBackgroundSync = { readonly sync?: { register: (tag: string) => Promise<void> } }

/** Lets the browser send the outbox even with the app closed. If unavailable, the page's own timer sends. */
export async function requestBackgroundSync(): Promise<void> {
  try {
    const registration = await findRegistration()
    await (registration as WithBackgroundSync | undefined)?.sync?.register(OUTBOX_SYNC_TAG)
  } catch {
    // Refused: see above.
  }
}
