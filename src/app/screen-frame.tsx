import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { announce, forgetAnnounced } from '#src/ui/status/announcer.tsx'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { useKeptFocus } from '#src/ui/surface/kept-focus.ts'

/** Waits for the screen's chunk, then focuses the heading; clears messages on leaving. */
export function ScreenFrame({ children }: { children: ReactNode }) {
  useEffect(
    () => () => {
      notifications.leavePage()
      forgetAnnounced()
    },
    [],
  )
  return (
    <Suspense fallback={<HiddenStatus>Loading</HiddenStatus>}>
      <FocusHeading>{children}</FocusHeading>
    </Suspense>
  )
}

/** The first page leaves the focus to the browser. */
let hasNavigated = false

/** Screen readers and Tab start at the new page's heading. */
function FocusHeading({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place)
  useEffect(() => {
    if (!hasNavigated) {
      hasNavigated = true
      return
    }
    // Keep a focus that the screen set itself, such as a search field.
    if (!place.current) return
    if (!place.current.contains(document.activeElement)) return focusHeading(place.current)
    announce(findHeading()?.textContent ?? document.title)
  }, [])
  return (
    <div ref={place} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

const HEADING_WITHIN_MS = 3000

/** In the page, or in a phone's bar before the field of the page. */
const findHeading = () => document.querySelector<HTMLElement>('h1')

function focusHeading(place: HTMLElement): (() => void) | undefined {
  const heading = findHeading()
  const main = document.getElementById('main')
  const first = heading ?? main
  first?.focus({ preventScroll: true })
  if (heading) return undefined
  const watcher = new MutationObserver(() => {
    const late = findHeading()
    if (!late) return
    stop()
    if (document.activeElement === main) late.focus({ preventScroll: true })
    else if (place.contains(document.activeElement)) announce(late.textContent ?? '')
  })
  watcher.observe(place, { childList: true, subtree: true })
  const timer = setTimeout(() => stop(), HEADING_WITHIN_MS)
  const stop = () => {
    watcher.disconnect()
    clearTimeout(timer)
  }
  return stop
}
