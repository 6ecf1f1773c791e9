import { isPageMessage, OUTBOX_SYNC_TAG, RELOAD_HOLD_LOCK } from '#domain/worker-messages.ts'
import { createBuildWatch } from '#src/api/build-check.ts'
import { drainForWorker } from '#src/sync/worker.ts'
import { createBuildAnnouncer } from './build-announcer.ts'
import { createErrorReporter } from './error-reporter.ts'
import { openNotebook } from './notebook.ts'
import { createOutboxSync } from './outbox-sync.ts'
import { type SyncEvent, worker } from './scope.ts'
import { serveShell } from './shell.ts'

// Keeps the app's files on the device, checks hourly for a newer build and sends the outbox on reconnection. Never
// answers API calls.

declare const __BUILD_ID__: string
/** The build replaces `self.__WB_MANIFEST`, spelt exactly so, with the file list. */
declare const self: ServiceWorkerGlobalScope

const notebook = openNotebook(caches)
const errors = createErrorReporter({
  buildId: __BUILD_ID__,
  notebook,
  now: () => new Date(),
  tellPages,
  log: (report) => console.error(`[service worker] ${report.code}: ${report.message}`, report.stack),
})
const builds = createBuildAnnouncer({
  watch: createBuildWatch({
    buildId: __BUILD_ID__,
    fetchFile: (path, init) => fetch(path, init),
    nowMs: Date.now,
    memory: {
      read: () => notebook.read<number>('build-checked-at'),
      write: (checkedAtMs) => notebook.write('build-checked-at', checkedAtMs),
    },
  }),
  tellPages,
  report: errors.report,
})
const sendOutbox = createOutboxSync({
  drain: drainForWorker,
  holdReload: (drain) => navigator.locks.request(RELOAD_HOLD_LOCK, { mode: 'shared' }, drain),
  report: errors.report,
  dealWith: errors.dealWith,
})

serveShell({ files: self.__WB_MANIFEST, report: errors.report })

worker.addEventListener('message', (event) => {
  if (!isPageMessage(event.data)) return
  const message = event.data
  if (message.type === 'SKIP_WAITING') event.waitUntil(worker.skipWaiting())
  if (message.type === 'CHECK_BUILD') event.waitUntil(builds.check(message))
  if (message.type === 'HELLO') event.waitUntil(errors.handOver())
})

worker.addEventListener('sync', (event) => {
  const sync = event as SyncEvent
  // A rejection makes the browser retry later.
  if (sync.tag === OUTBOX_SYNC_TAG) sync.waitUntil(sendOutbox())
})

worker.addEventListener('error', (event) => void errors.report('worker_error', event.error ?? event.message))
worker.addEventListener('unhandledrejection', (event) => void errors.report('worker_rejection', event.reason))

async function tellPages(message: object): Promise<number> {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage(message)
  return pages.length
}
