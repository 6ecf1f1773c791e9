import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is being printed: a list then shows all its rows, not those in sight. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}

let printing = false

function subscribe(onChange: () => void): () => void {
  // The browser takes its picture right after the event, so the rows must be drawn when it returns.
  const set = (now: boolean) => () => {
    printing = now
    flushSync(onChange)
  }
  const [before, after] = [set(true), set(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}
