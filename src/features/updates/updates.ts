import type { WorkerError } from '#domain/worker-messages.ts'
import { isNewerBuildThere } from '#src/api/build-check.ts'
import { outdated } from '#src/api/outdated.ts'
import { pageBuild } from '#src/api/page-build.ts'
import { createStore, type Store } from '#src/state/store.ts'
import { webStorage } from '#src/store/device/web-storage.ts'
import { hasUnsavedInput, recoverChunk, reloadIntoNewestBuild, whileNobodyHoldsReload } from './reload.ts'
import { connectWorker, fetchNewestWorker } from './worker.ts'

/** A new build is applied on request, on navigation or while hidden and idle; never while any tab edits or sends the outbox. */
export type UpdateState =
  | 'current'
  /** The server serves this build no more (426). */
  | 'outdated'
  /** The same, and there is no newer build yet; asking again looks again. */
  | 'noNewer'
  | 'ready'
  | 'waiting'
  | 'applying'
  /** This path was reloaded less than ten seconds ago, or the server is unreachable; asking again retries. */
  | 'refused'

export type Updates = Pick<Store<UpdateState>, 'get' | 'subscribe'> & {
  applyNow: () => void
  applyQuietly: () => void
}

type UpdateReports = {
  workerErrors: (errors: WorkerError[]) => void
  error: (code: string, error: unknown) => void
  warning: (code: string, error: unknown) => void
}

/** A check is at most five minutes late. The page asks, since an idle worker is stopped and loses its timers. */
const ASK_EVERY_MS = 5 * 60_000
/** A glance at another tab is no absence. */
const IDLE_AFTER_MS = 30_000

/** Call once. Without workers (an old browser, a private window, a policy) the page makes the build check. */
export function startUpdates({ workerErrors, error, warning }: UpdateReports): Updates {
  const buildId = pageBuild()
  const updates = createUpdates({
    replaceBuild: reloadIntoNewestBuild,
    findNewer: async () => {
      await fetchNewestWorker()
      const never = { read: async () => undefined, write: async () => {} }
      return isNewerBuildThere({ buildId, fetchFile: fetch, nowMs: Date.now(), memory: never })
    },
    hasUnsavedInput: () => hasUnsavedInput(document),
    report: (failure) => error('update_failed', failure),
  })
  const { newBuildReady, buildRefused, applyQuietly } = updates

  const checkHere = async () => {
    const memory = {
      read: async () => Number(webStorage('sessionStorage').getItem(CHECKED_AT) ?? Number.NaN),
      write: async (atMs: number) => webStorage('sessionStorage').setItem(CHECKED_AT, String(atMs)),
    }
    try {
      if (await isNewerBuildThere({ buildId, fetchFile: fetch, nowMs: Date.now(), memory })) newBuildReady()
    } catch (failure) {
      error('build_check_failed', failure)
    }
  }

  const announce = (id: string) => {
    if (id !== buildId) newBuildReady()
  }
  void connectWorker({
    waiting: announce,
    reply: (reply) => {
      // Another tab may have put a newer build in place, while this page still runs the old one.
      announce(reply.buildId)
      workerErrors(reply.errors)
    },
  })
    .catch((failure) => warning('worker_not_registered', failure))
    .then((askWorker) => whenCheckMayBeDue(askWorker ?? checkHere))
  whenHiddenAndIdle(applyQuietly)
  outdated.subscribe(buildRefused)
  // The importer gets the failure too, and reports it.
  window.addEventListener('vite:preloadError', ({ payload }) => void recoverChunk(payload).catch(() => {}))
  return updates
}

/** Kept across reloads: servers of two builds would otherwise reload a page at each navigation. */
const CHECKED_AT = 'trolly.build-checked-at'

type UpdatePorts = {
  replaceBuild: typeof reloadIntoNewestBuild
  /** Whether the server has another build, which is then on this device. */
  findNewer: () => Promise<boolean>
  hasUnsavedInput: () => boolean
  report: (error: unknown) => void
}

export function createUpdates({ replaceBuild, findNewer, hasUnsavedInput, report }: UpdatePorts) {
  const state = createStore<UpdateState>('current')
  let isReady = false

  const apply = async ({ quietly }: { quietly: boolean }) => {
    const mayReload = () => !quietly || !hasUnsavedInput()
    try {
      await whileNobodyHoldsReload({ ifAvailable: quietly }, async () => {
        state.set('applying')
        if ((await replaceBuild(mayReload)) === 'refused') state.set(quietly ? 'ready' : 'refused')
      })
    } catch (error) {
      report(error)
      state.set('ready')
    }
  }

  const findAndApply = async () => {
    state.set('applying')
    isReady ||= await findNewer().catch(() => false)
    if (!isReady) return state.set('noNewer')
    state.set('waiting')
    await apply({ quietly: false })
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    newBuildReady() {
      isReady = true
      if (state.get() === 'current') state.set('ready')
      if (state.get() === 'noNewer') state.set('outdated')
    },
    buildRefused() {
      if (state.get() === 'current' || state.get() === 'ready') state.set('outdated')
    },
    applyNow() {
      if (OUTDATED.includes(state.get())) return void findAndApply()
      if (state.get() !== 'ready' && state.get() !== 'refused') return
      state.set('waiting')
      void apply({ quietly: false })
    },
    applyQuietly() {
      const isAnnounced = state.get() === 'ready' || (state.get() === 'outdated' && isReady)
      if (isAnnounced && !hasUnsavedInput()) void apply({ quietly: true })
    },
  }
}

const OUTDATED: UpdateState[] = ['outdated', 'noNewer']

export function whenCheckMayBeDue(ask: () => void): void {
  window.setInterval(ask, ASK_EVERY_MS)
  window.addEventListener('online', ask)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask()
  })
  ask()
}

export function whenHiddenAndIdle(idle: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'hidden') return
    timer = setTimeout(() => {
      // Phones stop the timers of a hidden page and run them on its return.
      if (document.visibilityState === 'hidden') idle()
    }, IDLE_AFTER_MS)
  })
}
