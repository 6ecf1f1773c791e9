import { useSyncExternalStore } from 'react'
import { Hidden } from './hidden.tsx'

type Said = { words: string; id: number }

/** Those before the last may still be waiting to be read. */
const KEPT = 3
/** Long enough to be read out; after that it is no longer news to a person who reaches the region. */
const STANDS_MS = 5000
let said: readonly Said[] = []
let lastId = 0
const listeners = new Set<() => void>()

/** Says something to screen readers alone, when they pause: what everybody else sees changing. */
export function announce(words: string): void {
  lastId += 1
  const id = lastId
  change([...said, { words, id }].slice(-KEPT))
  setTimeout(() => change(said.filter((one) => one.id !== id)), STANDS_MS)
}

/** Takes away what was said, which was of the page that is being left. */
export function forgetAnnounced(): void {
  if (said.length > 0) change([])
}

function change(now: readonly Said[]): void {
  if (now.length === 0 && said.length === 0) return
  said = now
  for (const listener of listeners) listener()
}

/** Once, beside the page: a region that is there before its words are, or they would not be read out. */
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
