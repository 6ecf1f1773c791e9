import type { ReloadLocks } from './reload-locks.ts'

/**
 * When a newer build replaces the running one. It never does while this page, or another tab, has an edit open or the
 * outbox is being sent. Otherwise it does when the person asks, and unasked when nobody would notice: at a change of
 * route, or while the page is hidden and idle.
 */
export type UpdateState =
  | 'current'
  | 'ready'
  | 'waiting'
  | 'applying'
  /** The reload guard refused: this path was reloaded less than ten seconds ago. Asking again tries again. */
  | 'refused'

type UpdateFlowPorts = {
  reloadLocks: Pick<ReloadLocks, 'reasons' | 'subscribe'>
  whileNobodyHolds: (request: { ifFree: boolean; work: () => Promise<void> }) => Promise<boolean>
  /** Has the waiting worker take over. Resolves when it has, or when there is none. */
  activateNewBuild: () => Promise<void>
  reload: () => 'reloaded' | 'refused'
  hasUnsavedInput: () => boolean
  /** Keeps a server that never stops announcing from reloading an idle tab over and over. */
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
  const listeners = new Set<() => void>()
  let state: UpdateState = 'current'
  const setState = (next: UpdateState) => {
    if (state === next) return
    state = next
    for (const listener of [...listeners]) listener()
  }

  const replaceBuild = async (beforeReload: () => void) => {
    // An edit may have begun while the turn was waited for.
    if (reloadLocks.reasons().length > 0) return
    const stateBefore = state
    setState('applying')
    await activateNewBuild()
    // While the worker took over, the page was still in use.
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
    while (state === 'waiting') {
      await released(reloadLocks)
      await attempt({ ifFree: false, beforeReload: () => {} })
    }
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    newBuildReady() {
      if (state === 'current') setState('ready')
    },
    applyNow() {
      if (state !== 'ready' && state !== 'refused') return
      void applyAsSoonAsPossible()
    },
    applyQuietly() {
      if (state !== 'ready' || hasUnsavedInput() || reloadLocks.reasons().length > 0 || !quietTurn.isFree())
        return
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
