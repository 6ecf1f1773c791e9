import { isWorkerMessage, type PageMessage, type WorkerMessage } from '#domain/worker-messages.ts'
import { whenQuiet } from '#src/device/session/when-quiet.ts'

export type WorkerConnection = {
  registration: ServiceWorkerRegistration
  post: (message: PageMessage) => boolean
}

type WorkerEvents = {
  newBuild: () => void
  message: (message: WorkerMessage) => void
}

/**
 * Undefined without workers (old browser, private window, insecure address). Rejects if the browser refuses the worker.
 */
export async function connectWorker(events: WorkerEvents): Promise<WorkerConnection | undefined> {
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!container) return undefined

  // A first worker claims the page that installed it: that is no new build.
  let controlled = container.controller !== null
  container.addEventListener('controllerchange', () => {
    if (controlled) events.newBuild()
    controlled = true
  })
  container.addEventListener('message', ({ data }) => {
    if (isWorkerMessage(data)) events.message(data)
  })
  container.startMessages()

  // Nobody waits for the worker: its library comes after the first page (budgets: script to an open trolly, cold start).
  await firstPage(document.getElementById('root'))
  await new Promise<void>((resolve) => whenQuiet(resolve))
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', events.newBuild)
  const registration = await workbox.register()
  if (!registration) return undefined
  return {
    registration,
    post(message) {
      registration.active?.postMessage(message)
      return registration.active !== null
    },
  }
}

/** A page that still waits for its data is quiet too. Never waits for long: a start that hangs may need a newer build. */
const firstPage = async (root: HTMLElement | null): Promise<void> => {
  if (root && !root.hasChildNodes())
    await new Promise<void>((resolve) => {
      const drawn = new MutationObserver(() => resolve())
      drawn.observe(root, { childList: true })
      setTimeout(resolve, DRAWN_WITHIN_MS)
    })
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS))
}

const DRAWN_WITHIN_MS = 5_000
const SETTLED_AFTER_MS = 500
