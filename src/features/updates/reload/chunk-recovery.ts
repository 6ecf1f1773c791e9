import type { ReloadLocks } from './reload-locks.ts'

/**
 * A chunk that fails to load usually belongs to a build the server has dropped. Reloads into the newest build: at most
 * once per path in ten seconds, never during an edit, and never offline without a worker, which would show the
 * browser's error page.
 */
type ChunkRecoveryPorts = {
  reloadLocks: Pick<ReloadLocks, 'reasons'>
  /** Activates the newest build, so that the reload does not get the broken one. May do nothing. */
  takeNewestBuild: () => Promise<void>
  canReload: () => Promise<boolean>
  reload: () => 'reloaded' | 'refused'
}

/** The error view offers `tryAgain`. */
export class ChunkLoadError extends Error {
  readonly code = 'chunk_load_failed'
  constructor(cause: unknown) {
    super('Part of the app couldn’t be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

export type ChunkRecovery = {
  /** Never settles if the page reloads, else rejects with `ChunkLoadError`. */
  recover: (error: unknown) => Promise<never>
}

export function createChunkRecovery(ports: ChunkRecoveryPorts): ChunkRecovery {
  const { reloadLocks, takeNewestBuild, canReload, reload } = ports
  const mayReload = () => reloadLocks.reasons().length === 0

  const reloadIntoNewest = async () => {
    if (!mayReload() || !(await canReload())) return 'refused'
    await takeNewestBuild()
    // An edit may have begun meanwhile.
    return mayReload() ? reload() : 'refused'
  }

  let underWay: Promise<'reloaded' | 'refused'> | undefined
  return {
    async recover(error) {
      // Several chunks fail at once: one reload serves all.
      underWay ??= reloadIntoNewest()
      if ((await underWay) === 'reloaded') return new Promise<never>(() => {})
      underWay = undefined
      throw new ChunkLoadError(error)
    },
  }
}
