/** A glance at another tab is no absence. */
const IDLE_AFTER_MS = 30_000

/** Calls `idle` after half a minute hidden. Returns how to stop. */
export function whenHiddenAndIdle(
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  idle: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'hidden') return
    timer = setTimeout(() => {
      // Phones stop the timers of a hidden page and run them on its return.
      if (document.visibilityState === 'hidden') idle()
    }, IDLE_AFTER_MS)
  }
  document.addEventListener('visibilitychange', follow)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', follow)
  }
}
