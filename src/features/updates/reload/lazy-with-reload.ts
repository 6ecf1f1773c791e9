import { type ComponentType, createElement, lazy, useState } from 'react'
import { LATEST_BUILD_PATH } from '#domain/builds.ts'
import { activateWaiting, fetchNewest } from '#src/features/updates/worker/activate-newest.ts'
import { type ChunkRecovery, createChunkRecovery } from './chunk-recovery.ts'
import { whileNobodyHolds } from './cross-tab-hold.ts'
import { guardedReloadHere } from './guarded-reload-here.ts'
import { reloadLocks } from './reload-locks.ts'

export type LazyScreen<Props> = {
  Screen: ComponentType<Props>
  load: () => Promise<unknown>
}

/** Reloads on a missing chunk. A loaded screen skips the fallback, which React would keep for 300 ms. */
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
    // Keep the first component: another one would remount.
    const [Here] = useState(() => loaded ?? Later)
    return createElement(Here, props)
  }
  return { Screen, load }
}

export const loadWithReload =
  <Module>(importer: () => Promise<Module>) =>
  (): Promise<Module> =>
    importer().catch((error: unknown) => chunkRecovery().recover(error))

/** The user asked, so neither the guard nor its clock applies. */
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
    return false // No signal and no worker: keep the page there is.
  }
}
