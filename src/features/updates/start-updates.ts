import type { BuildOutcome } from '#domain/builds.ts'
import type { WorkerError } from '#domain/worker-messages.ts'
import { createBuildWatch } from '#src/api/build-check.ts'
import { shareReloadLocks, whileNobodyHolds } from './reload/cross-tab-hold.ts'
import { guardedReloadHere } from './reload/guarded-reload-here.ts'
import { whenHiddenAndIdle } from './reload/hidden-and-idle.ts'
import { chunkRecovery } from './reload/lazy-with-reload.ts'
import { quietTurn } from './reload/quiet-turn.ts'
import { reloadLocks } from './reload/reload-locks.ts'
import { hasUnsavedInput } from './reload/unsaved-input.ts'
import { createUpdateFlow, type UpdateFlow } from './update-flow.ts'
import { activateWaiting, fetchNewest } from './worker/activate-newest.ts'
import { askForBuildChecks } from './worker/build-checks.ts'
import { currentBuildId } from './worker/current-build.ts'
import { connectWorker, type WorkerConnection } from './worker/worker-connection.ts'

export type Updates = UpdateFlow & {
  checkNow: () => void
}

type UpdateReports = {
  workerErrors: (errors: WorkerError[]) => void
  error: (code: string, error: unknown) => void
  warning: (code: string, error: unknown) => void
}

/** Call once. Without workers (an old browser, a private window, a policy) the page makes the build check. */
export function startUpdates(reports: UpdateReports): Updates {
  const reported = (code: string) => (error: unknown) => reports.error(code, error)
  let connection: WorkerConnection | undefined

  const flow = createUpdateFlow({
    reloadLocks,
    whileNobodyHolds: (request) => whileNobodyHolds(navigator.locks, request),
    activateNewBuild: () => activateWaiting(connection?.registration),
    reload: guardedReloadHere,
    hasUnsavedInput: () => hasUnsavedInput(document),
    quietTurn: quietTurn(sessionStorage, Date.now),
    report: reported('update_failed'),
  })

  // With a worker, a build is ready once its worker waits with every file; without, a reload fetches it.
  const learnFromWorker = (outcome: BuildOutcome) => {
    if (outcome.kind === 'newer') fetchNewestWorker().catch(reported('worker_update_failed'))
    // Another tab has activated the newer build, and this page still runs the old one.
    if (outcome.kind === 'current' && outcome.id !== currentBuildId()) flow.newBuildReady()
  }
  const learnHere = (outcome: BuildOutcome | undefined) => {
    if (outcome?.kind === 'newer') flow.newBuildReady()
  }
  const watchHere = createBuildWatch({
    buildId: currentBuildId(),
    fetchFile: (path, init) => fetch(path, init),
    nowMs: Date.now,
    memory: forThisPage(),
  })
  const check = ({ onDemand }: { onDemand: boolean }) => {
    if (connection) connection.post({ type: 'CHECK_BUILD', onDemand })
    else watchHere.check({ onDemand }).then(learnHere, reported('build_check_failed'))
  }

  shareReloadLocks(reloadLocks, navigator.locks, reported('reload_lock_failed'))
  whenHiddenAndIdle(document, flow.applyQuietly)
  window.addEventListener('vite:preloadError', ({ payload }) => {
    // The importer gets the failure too, and reports it.
    chunkRecovery()
      .recover(payload)
      .catch(() => {})
  })

  connectWorker({
    newBuild: flow.newBuildReady,
    message: (message) => {
      if (message.type === 'BUILD_CHECKED') learnFromWorker(message.outcome)
      if (message.type === 'WORKER_ERRORS') reports.workerErrors(message.errors)
    },
  })
    .then(
      (connected) => {
        connection = connected
        connection?.post({ type: 'HELLO' })
      },
      (error) => reports.warning('worker_not_registered', error),
    )
    .then(() => askForBuildChecks({ window, document, ask: () => check({ onDemand: false }) }))

  return { ...flow, checkNow: () => check({ onDemand: true }) }
}

async function fetchNewestWorker(): Promise<void> {
  await fetchNewest(await navigator.serviceWorker.getRegistration())
}

function forThisPage() {
  let checkedAtMs: number | undefined
  return {
    read: async () => checkedAtMs,
    write: async (atMs: number) => {
      checkedAtMs = atMs
    },
  }
}
