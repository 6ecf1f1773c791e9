import { useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

export function usePrinting(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => printing,
    () => false,
  )
}

let printing = false

function subscribe(onChange: () => void): () => void {
  // The browser captures the page right after the event, so render synchronously.
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
