/** A glance at another tab is no absence. */
const IDLE_AFTER_MS = 30_000

/** Calls `idle` when the page has been out of sight for half a minute. Answers how to stop. */
export function whenHiddenAndIdle(
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>,
  idle: () => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(timer)
    if (document.visibilityState !== 'hidden') return
    timer = setTimeout(() => {
      // A phone stops the clocks of a hidden page and runs what is due as the page comes back.
      if (document.visibilityState === 'hidden') idle()
    }, IDLE_AFTER_MS)
  }
  document.addEventListener('visibilitychange', follow)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', follow)
  }
}
