import { type ComponentType, useEffect, useReducer } from 'react'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Hidden } from '#src/ui/status/hidden.tsx'

/*
 * What lies over the page costs more script than the page itself, so it comes after the first paint: `loadLateParts` fetches all
 * of it once the page is quiet, and a press that is quicker fetches its own. Offline the service worker has it.
 */

export type LatePart<Props> = {
  /** Loads it where it is not there yet. @throws where it can be had neither from the network nor from this device */
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

/** One that cannot be loaded now is tried again when it is opened. */
export const loadLateParts = async (): Promise<void> => {
  await Promise.allSettled([...loads].map((load) => load()))
}

/**
 * The part, once it is there; loads it while it is wanted. Where that fails a message says so.
 *
 * @param onFailed puts back what wanted it
 */
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

/** What a sheet holds, as a part of its own. `onLost` closes the sheet where it cannot be loaded. */
export function lateContent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const late = latePart(load)
  return function Late({ onLost, ...props }: Props & { onLost: () => void }) {
    const Part = useLatePart(late, true, onLost)
    if (Part) return <Part {...(props as unknown as Props)} />
    return (
      <div role="status">
        <Hidden>Loading</Hidden>
      </div>
    )
  }
}

const FAILED = 'This could not be loaded. Check your connection and try again.'
