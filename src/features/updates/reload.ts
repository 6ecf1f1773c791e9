import { type ComponentType, createElement, lazy, useState } from 'react'
import { RELOAD_HOLD_LOCK } from '#domain/worker-messages.ts'
import { canReload } from '#src/api/can-reload.ts'
import { guardedReload, type Reload, reloadByHand } from '#src/ui/reload-guard.ts'
import { activateWaitingWorker, fetchNewestWorker } from './worker.ts'

/** A new build waits, in every tab, for work that a reload would interrupt, such as sending the outbox. */
export const whileHoldingReload = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withLock({ mode: 'shared' }, work)

/**
 * Runs `work` while no tab holds reloads; `ifAvailable` gives up at once instead of waiting. Returns undefined if it gave up.
 * Without Web Locks (an insecure address) nothing can be sent, and so nothing holds.
 */
export const whileNobodyHoldsReload = async <Result>(
  options: { ifAvailable: boolean },
  work: () => Promise<Result>,
): Promise<Result | undefined> =>
  navigator.locks ? withLock(options, async (lock) => (lock ? work() : undefined)) : work()

/** A browser that blocks site data denies locks; its pages share nothing that another tab could interrupt. */
const withLock = async <Result>(
  options: LockOptions,
  work: (lock: Lock | true | null) => Promise<Result>,
): Promise<Result> => {
  let isGranted = false
  try {
    return await navigator.locks.request(RELOAD_HOLD_LOCK, options, (lock) => {
      isGranted = true
      return work(lock)
    })
  } catch (error) {
    if (isGranted || !(error instanceof DOMException) || error.name !== 'SecurityError') throw error
    return await work(true)
  }
}

/** Call while nobody holds reloads. `isWanted` is asked once the newest build is in place, which may take seconds. */
export async function reloadIntoNewestBuild(isWanted: () => boolean = () => true): Promise<Reload> {
  if (!(await canReload())) return 'refused'
  await activateWaitingWorker()
  if (!isWanted()) return 'refused'
  return guardedReload()
}

/** The error view offers `tryAgain`. */
export class ChunkLoadError extends Error {
  readonly code = 'chunk_load_failed'
  constructor(cause: unknown) {
    super('Part of the app couldn’t be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/** A missing chunk usually belongs to a build that the server has dropped: the page reloads, or the import rejects with `ChunkLoadError`. */
export const loadWithReload =
  <Module>(importer: () => Promise<Module>) =>
  (): Promise<Module> =>
    importer().catch(recoverChunk)

let underWay: Promise<Reload | undefined> | undefined

/** Never settles if the page reloads. */
export async function recoverChunk(error: unknown): Promise<never> {
  // Several chunks fail at once: one reload serves all.
  underWay ??= fetchAndReload().finally(() => {
    underWay = undefined
  })
  if ((await underWay) === 'reloaded') return new Promise<never>(() => {})
  throw new ChunkLoadError(error)
}

async function fetchAndReload(): Promise<Reload | undefined> {
  // If the server is unreachable, a reload goes to the build on this device.
  await fetchNewestWorker().catch(() => {})
  return whileNobodyHoldsReload({ ifAvailable: true }, () => reloadIntoNewestBuild(() => !isEdited()))
}

/** A sign-in cannot go on without its chunk, and is soon typed again. */
const isEdited = (): boolean =>
  document.querySelector('input[type="password"]') === null && hasUnsavedInput(document)

/** Waits for the reload guard; see `reloadByHand`. */
export async function tryAgain(): Promise<void> {
  await fetchNewestWorker().catch(() => {})
  await whileNobodyHoldsReload({ ifAvailable: true }, activateWaitingWorker)
  if (await canReload()) await reloadByHand()
}

type TextField = HTMLInputElement | HTMLTextAreaElement

/**
 * Whether a field with the focus, or one changed from its default, holds unsaved text. Ignores ticks and choices, which are
 * quick to repeat and which React leaves looking changed.
 */
export function hasUnsavedInput(document: Document): boolean {
  const focused = document.activeElement
  if (isTextField(focused) && focused.value !== '') return true
  return [...document.querySelectorAll('input, textarea')].some(
    (field) => isTextField(field) && field.value !== field.defaultValue,
  )
}

const TEXTLESS = ['button', 'checkbox', 'file', 'hidden', 'image', 'radio', 'reset', 'submit']

const isTextField = (element: Element | null): element is TextField =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !TEXTLESS.includes(element.type))

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
