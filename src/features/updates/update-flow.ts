import { createStore } from '#src/ui/store.ts'
import type { ReloadLocks } from './reload/reload-locks.ts'

/** Updates on request, on navigation or while hidden and idle; never while any tab edits or sends the outbox. */
export type UpdateState =
  | 'current'
  | 'ready'
  | 'waiting'
  | 'applying'
  /** This path was reloaded less than ten seconds ago; asking again retries. */
  | 'refused'

type UpdateFlowPorts = {
  reloadLocks: Pick<ReloadLocks, 'reasons' | 'subscribe'>
  whileNobodyHolds: (request: { ifFree: boolean; work: () => Promise<void> }) => Promise<boolean>
  /** Resolves once the waiting worker has taken over, or if there is none. */
  activateNewBuild: () => Promise<void>
  reload: () => 'reloaded' | 'refused'
  hasUnsavedInput: () => boolean
  /** Stops a server that keeps announcing builds from reloading an idle tab repeatedly. */
  quietTurn: { isFree: () => boolean; take: () => void }
  report: (error: unknown) => void
}

export type UpdateFlow = {
  state: () => UpdateState
  subscribe: (listener: () => void) => () => void
  newBuildReady: () => void
  applyNow: () => void
  applyQuietly: () => void
}

export function createUpdateFlow(ports: UpdateFlowPorts): UpdateFlow {
  const { reloadLocks, whileNobodyHolds, activateNewBuild, reload, hasUnsavedInput, quietTurn, report } =
    ports
  const { get: state, set: setState, subscribe } = createStore<UpdateState>('current')

  const replaceBuild = async (beforeReload: () => void) => {
    // An edit may have begun while waiting.
    if (reloadLocks.reasons().length > 0) return
    const stateBefore = state()
    setState('applying')
    await activateNewBuild()
    // The page stayed in use while the worker took over.
    if (reloadLocks.reasons().length > 0) return setState(stateBefore)
    beforeReload()
    if (reload() === 'refused') setState('refused')
  }

  const attempt = async (request: { ifFree: boolean; beforeReload: () => void }) => {
    try {
      await whileNobodyHolds({ ifFree: request.ifFree, work: () => replaceBuild(request.beforeReload) })
    } catch (error) {
      report(error)
      setState('ready')
    }
  }

  const applyAsSoonAsPossible = async () => {
    setState('waiting')
    while (state() === 'waiting') {
      await released(reloadLocks)
      await attempt({ ifFree: false, beforeReload: () => {} })
    }
  }

  return {
    state,
    subscribe,
    newBuildReady() {
      if (state() === 'current') setState('ready')
    },
    applyNow() {
      if (state() !== 'ready' && state() !== 'refused') return
      void applyAsSoonAsPossible()
    },
    applyQuietly() {
      const isBusy = hasUnsavedInput() || reloadLocks.reasons().length > 0
      if (state() !== 'ready' || isBusy || !quietTurn.isFree()) return
      void attempt({ ifFree: true, beforeReload: quietTurn.take })
    },
  }
}

function released(reloadLocks: UpdateFlowPorts['reloadLocks']): Promise<void> {
  if (reloadLocks.reasons().length === 0) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = reloadLocks.subscribe(() => {
      if (reloadLocks.reasons().length > 0) return
      unsubscribe()
      resolve()
    })
  })
}
