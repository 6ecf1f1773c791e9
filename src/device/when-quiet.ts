/**
 * Puts off what nobody waits for until the page has been drawn: a start competes with it for the phone's one thread and for
 * the storage, and should win.
 *
 * @returns how to call it off
 */
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
