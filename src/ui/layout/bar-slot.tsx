import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { createStore } from '#src/state/store.ts'
import { useStore } from '#src/ui/store.ts'

const place = createStore<HTMLElement | null>(null)

/** The room in the shell's bar for what a page puts there. */
export function BarSlot({ className }: { className: string | undefined }) {
  return <div ref={place.set} className={className} data-bar-slot />
}

/**
 * Puts a part of a page into the bar, which saves a phone a line; in its own place where there is no bar. A part marked
 * `data-instead` takes the place of the account and the day.
 */
export function InBar({ children }: { children: ReactNode }) {
  const bar = useStore(place)
  return bar ? createPortal(children, bar) : children
}
