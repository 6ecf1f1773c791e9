import { type ComponentType, useEffect, useReducer } from 'react'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'

/* Overlays cost more script than the page, so they load once the page is quiet, or on the first press. */

export type LatePart<Props> = {
  /** @throws if neither the network nor the device has it */
  load: () => Promise<unknown>
  get: () => ComponentType<Props> | undefined
}

const loads = new Set<() => Promise<unknown>>()

export function latePart<Props>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  let part: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const late: LatePart<Props> = {
    get: () => part,
    load: () => {
      loading ??= load()
        .then((loaded) => {
          part = loaded
        })
        .finally(() => {
          loading = undefined
        })
      return loading
    },
  }
  loads.add(late.load)
  return late
}

/**
 * One after the other: starting all at once blocks a slow phone for 0.3 s, just when its owner first taps. A failed one is
 * retried when opened.
 * @param quiet resolves when the page has time for the next @param ended stops before the next
 */
export const loadLateParts = async (
  quiet: () => Promise<void>,
  ended: AbortSignal = new AbortController().signal,
): Promise<void> => {
  for (const load of loads) {
    await quiet()
    if (ended.aborted) return
    await load().catch(() => {})
  }
}

/** Loads the part while wanted; a failure shows a message. @param onFailed resets what wanted it */
export function useLatePart<Props>(
  late: LatePart<Props>,
  wanted: boolean,
  onFailed: () => void,
): ComponentType<Props> | undefined {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const part = late.get()
  const isMissing = wanted && part === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new handler is no reason to load again
  useEffect(() => {
    if (!isMissing) return
    late.load().then(redraw, () => {
      notifications.show({ message: FAILED, statusColor: 'error', showInProduction: true })
      onFailed()
    })
  }, [isMissing, late])
  return part
}

/** A sheet's content as a separate chunk. `onLost` closes the sheet if it cannot load. */
export function lateContent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const late = latePart(load)
  return function Late({ onLost, ...props }: Props & { onLost: () => void }) {
    const Part = useLatePart(late, true, onLost)
    return Part ? <Part {...(props as unknown as Props)} /> : <HiddenStatus>Loading</HiddenStatus>
  }
}

const FAILED = 'This could not be loaded. Check your connection and try again.'
