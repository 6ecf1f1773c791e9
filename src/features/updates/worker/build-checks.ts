/** A check is at most five minutes late; the worker decides whether one is due. */
const ASK_EVERY_MS = 5 * 60_000

type BuildCheckTriggers = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener' | 'setInterval' | 'clearInterval'>
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  ask: () => void
}

/** Asked from the page, since an idle worker is stopped and loses its timers. Returns how to stop. */
export function askForBuildChecks({ window, document, ask }: BuildCheckTriggers): () => void {
  const becameVisible = () => {
    if (document.visibilityState === 'visible') ask()
  }
  const timer = window.setInterval(ask, ASK_EVERY_MS)
  window.addEventListener('online', ask)
  document.addEventListener('visibilitychange', becameVisible)
  ask()
  return () => {
    window.clearInterval(timer)
    window.removeEventListener('online', ask)
    document.removeEventListener('visibilitychange', becameVisible)
  }
}
