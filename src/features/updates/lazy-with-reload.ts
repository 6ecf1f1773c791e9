import { type ComponentType, createElement, lazy, useState } from 'react'
import { LATEST_BUILD_PATH } from '#domain/builds.ts'
import { activateWaiting, fetchNewest } from './activate-newest.ts'
import { type ChunkRecovery, createChunkRecovery } from './chunk-recovery.ts'
import { whileNobodyHolds } from './cross-tab-hold.ts'
import { guardedReloadHere } from './guarded-reload-here.ts'
import { reloadLocks } from './reload-locks.ts'

export type LazyScreen<Props> = {
  Screen: ComponentType<Props>
  load: () => Promise<unknown>
}

/**
 * `React.lazy` for a route's screen: where its chunk does not load, the page is reloaded into the newest build. One that has
 * been loaded is drawn at once: after a fallback, React holds back what follows it for a third of a second.
 */
export const lazyWithReload = <Props extends object>(
  importer: () => Promise<ComponentType<Props>>,
): LazyScreen<Props> => {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    loaded = await importer()
    return { default: loaded }
  }
  const Later: ComponentType<Props> = lazy(loadWithReload(load))
  const Screen = (props: Props) => {
    // As it was when it was first shown: another component would begin anew.
    const [Here] = useState(() => loaded ?? Later)
    return createElement(Here, props)
  }
  return { Screen, load }
}

export const loadWithReload =
  <Module>(importer: () => Promise<Module>) =>
  (): Promise<Module> =>
    importer().catch((error: unknown) => chunkRecovery().recover(error))

/** What "Try again" does in the error view: the person asks, so neither the guard nor the clock has a say. */
export async function tryAgain(): Promise<void> {
  await takeNewestBuild()
  location.reload()
}

let browserRecovery: ChunkRecovery | undefined

export function chunkRecovery(): ChunkRecovery {
  browserRecovery ??= createChunkRecovery({
    reloadLocks,
    takeNewestBuild,
    canReload,
    reload: guardedReloadHere,
  })
  return browserRecovery
}

async function takeNewestBuild(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  try {
    await fetchNewest(registration)
  } catch {
    return // The server is not reached: a reload goes to the build that is on the device.
  }
  await whileNobodyHolds(navigator.locks, { ifFree: true, work: () => activateWaiting(registration) })
}

async function canReload(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true
  try {
    return (await fetch(LATEST_BUILD_PATH, { cache: 'no-store', signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false // No signal and no worker: the page that stands is better than none.
  }
}
