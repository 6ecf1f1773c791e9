import { createStore } from '#src/state/store.ts'
import { useStore } from '#src/ui/store.ts'
import { Hidden } from './hidden.tsx'

/** Earlier ones may still be waiting to be read. */
const KEPT = 3
/** Long enough to be read out; later it is stale to a reader who reaches the region. */
const STANDS_MS = 5000
const said = createStore<readonly { words: string; id: number }[]>([])
let lastId = 0

/** Tells screen readers, when they pause, about a visible change. */
export function announce(words: string): void {
  lastId += 1
  const id = lastId
  said.set([...said.get(), { words, id }].slice(-KEPT))
  setTimeout(() => said.set(said.get().filter((one) => one.id !== id)), STANDS_MS)
}

export const forgetAnnounced = (): void => said.set([])

/** Mount once, beside the page: a live region must exist before its text to be read out. */
export function Announcer() {
  return (
    <div role="log" aria-label="Updates">
      {useStore(said).map(({ id, words }) => (
        <Hidden key={id}>{words}</Hidden>
      ))}
    </div>
  )
}
