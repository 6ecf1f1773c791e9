import { ApiError } from './api-error.ts'

/**
 * The server has asked this device for patience (429, 503): what the app does by itself waits until then, in the sender as in
 * the client (docs/sync.md, "Who started it").
 */
export type Pause = {
  /** Epoch milliseconds; in the past where nothing is asked for. */
  until: () => number
  isOn: () => boolean
  begin: (seconds: number | undefined) => void
  subscribe: (listener: () => void) => () => void
}

/** Where the server does not say how long. */
const PAUSE_DEFAULT_MS = 30_000
/** Longer than the server asks for: a clock that was set back meanwhile. */
export const PAUSE_MAX_MS = 3_600_000

export const pauseMsOf = (seconds: number | undefined): number =>
  seconds === undefined ? PAUSE_DEFAULT_MS : Math.min(seconds * 1000, PAUSE_MAX_MS)

export const createPause = (now: () => number): Pause => {
  const listeners = new Set<() => void>()
  let until = 0
  return {
    until: () => until,
    isOn: () => until > now() && until - now() <= PAUSE_MAX_MS,
    begin: (seconds) => {
      until = Math.max(until, now() + pauseMsOf(seconds))
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** In place of a background call that is not made. */
export const pausedError = (): ApiError =>
  new ApiError({
    status: 0,
    code: 'paused',
    message: 'Trolly is very busy or closed for a moment. We’ll try again automatically.',
  })
