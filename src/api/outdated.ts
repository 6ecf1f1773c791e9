import { createStore } from '#src/state/store.ts'

/** The server has answered 426 to this page: it serves this build no more, and waiting work stays until a newer one sends it. */
export const outdated = createStore(false)

export const OUTDATED_STATUS = 426

export const noteOutdated = (): void => {
  if (!outdated.get()) outdated.set(true)
}
