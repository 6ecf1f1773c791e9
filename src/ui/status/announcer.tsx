import { useSyncExternalStore } from 'react'
import { Hidden } from './hidden.tsx'

type Said = { words: string; id: number }

/** Those before the last may still be waiting to be read. */
const KEPT = 3
let said: readonly Said[] = []
const listeners = new Set<() => void>()

/** Says something to screen readers alone, when they pause: what everybody else sees changing. */
export function announce(words: string): void {
  said = [...said, { words, id: (said.at(-1)?.id ?? 0) + 1 }].slice(-KEPT)
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
