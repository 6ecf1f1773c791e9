/** Often enough that a check comes at most five minutes late; whether one is due is known where it is made. */
const ASK_EVERY_MS = 5 * 60_000

type BuildCheckTriggers = {
  window: Pick<Window, 'addEventListener' | 'removeEventListener' | 'setInterval' | 'clearInterval'>
  document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  ask: () => void
}

/**
 * Asks for the hourly build check at the start, every few minutes, and whenever the page comes back to the eye or to
 * the network. The asking is the page's, since a worker is ended when idle and has no clock of its own that lasts.
 * Answers how to stop.
 */
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
