import type { ReloadLocks } from './reload-locks.ts'

/**
 * A chunk that does not load is nearly always one of a build that the server no longer has. The page is then reloaded
 * into the newest build, at most once per path in ten seconds, never under an open edit, and never into nothing: with
 * neither a worker nor a server to answer, a reload would trade the page for the browser's "no internet".
 */
type ChunkRecoveryPorts = {
  reloadLocks: Pick<ReloadLocks, 'reasons'>
  /** Has the newest build take over, so that the reload is not answered with the broken one. May do nothing. */
  takeNewestBuild: () => Promise<void>
  canReload: () => Promise<boolean>
  reload: () => 'reloaded' | 'refused'
}

/** A part of the app could not be opened. The error view offers to try again: see `tryAgain`. */
export class ChunkLoadError extends Error {
  readonly code = 'chunk_load_failed'
  constructor(cause: unknown) {
    super('Part of the app couldn’t be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

export type ChunkRecovery = {
  /** Answers the failure of a dynamic import: never where the page is reloaded, else rejects with `ChunkLoadError`. */
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
      // Several chunks fail at the same moment: one reload answers them all.
      underWay ??= reloadIntoNewest()
      if ((await underWay) === 'reloaded') return new Promise<never>(() => {})
      underWay = undefined
      throw new ChunkLoadError(error)
    },
  }
}
