import { createStore, type Store } from '#src/state/store.ts'
import { ApiError } from './api-error.ts'

/** After a 429 or 503 calls wait, in sender and client alike, until a person asks (docs/sync.md, "Who started it"). */
export type Pause = {
  /** Epoch milliseconds; 0 before the first pause, in the past after one. */
  until: () => number
  isOn: () => boolean
  begin: (seconds: number | undefined) => void
  /** A person asks now. */
  end: () => void
  subscribe: Store<number>['subscribe']
}

const PAUSE_DEFAULT_MS = 30_000
/** No server asks for longer: the clock was set back. */
export const PAUSE_MAX_MS = 3_600_000

export const pauseMsOf = (seconds: number | undefined): number =>
  seconds === undefined ? PAUSE_DEFAULT_MS : Math.min(seconds * 1000, PAUSE_MAX_MS)

export const createPause = (now: () => number): Pause => {
  const { get: until, set, subscribe } = createStore(0)
  const isOn = () => until() > now() && until() - now() <= PAUSE_MAX_MS
  return {
    until,
    isOn,
    begin: (seconds) => set(Math.max(until(), now() + pauseMsOf(seconds))),
    end: () => {
      if (isOn()) set(now())
    },
    subscribe,
  }
}

export const pausedError = (): ApiError =>
  new ApiError({
    status: 0,
    code: 'paused',
    message: 'Trolly is very busy or briefly closed. We’ll try again automatically.',
  })
