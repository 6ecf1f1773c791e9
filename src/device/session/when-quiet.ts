/** Defers work until the page is drawn, as a start needs the phone's only thread and its storage. @returns cancels it */
export const whenQuiet = (act: () => void): (() => void) => {
  // Safari has none.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, WITHOUT_WORD_MS)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act, { timeout: LATEST_MS })
  return () => cancelIdleCallback(asked)
}

const LATEST_MS = 2_000
const WITHOUT_WORD_MS = 500
