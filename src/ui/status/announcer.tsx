import { useSyncExternalStore } from 'react'
import { Hidden } from './hidden.tsx'

type Said = { words: string; id: number }

/** Earlier ones may still be waiting to be read. */
const KEPT = 3
/** Long enough to be read out; later it is stale to a reader who reaches the region. */
const STANDS_MS = 5000
let said: readonly Said[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Tells screen readers, when they pause, about a visible change. */
export function announce(words: string): void {
  lastId += 1
  const id = lastId
  change([...said, { words, id }].slice(-KEPT))
  setTimeout(() => change(said.filter((one) => one.id !== id)), STANDS_MS)
}

export function forgetAnnounced(): void {
  if (said.length > 0) change([])
}

function change(now: readonly Said[]): void {
  if (now.length === 0 && said.length === 0) return
  said = now
  for (const listener of listeners) listener()
}

/** Mount once, beside the page: a live region must exist before its text to be read out. */
export function Announcer() {
  const now = useSyncExternalStore(
    subscribe,
    () => said,
    () => said,
  )
  return (
    <div role="log" aria-label="What changed">
      {now.map(({ id, words }) => (
        <Hidden key={id}>{words}</Hidden>
      ))}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
