import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { webStorage } from '#src/store/device/web-storage.ts'
import { hasOverlayMark } from '#src/ui/surface/back-stack.ts'

const STORAGE_KEY = 'trolly-scroll'
/** How long a restored page may take to reach its former height. */
const GROWS_WITHIN_MS = 2000

/** Browsers restore too early, before lists from the device have rows: retry until the page is long enough. */
export function useScrollMemory(): void {
  const { key: entryKey, pathname, state } = useLocation()
  const how = useNavigationType()
  // Every page a tab was loaded at has the key 'default'.
  const key = entryKey === 'default' ? pathname : entryKey

  // As last told: asking the window for it lays out a page that is still being made.
  const position = useRef(0)
  useLayoutEffect(() => {
    const onScroll = () => {
      position.current = window.scrollY
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])

  const before = useRef<{ pathname: string; isOverlay: boolean }>(undefined)
  useLayoutEffect(() => {
    const isOverlay = hasOverlayMark(state)
    const isSamePage = before.current?.pathname === pathname
    // Sheets and replaced filters keep the position.
    const stays = isSamePage && (isOverlay || before.current?.isOverlay || how === 'REPLACE')
    before.current = { pathname, isOverlay }
    const place = stays ? undefined : how === 'POP' ? readPlaces()[key] : 0
    const isThere = place === undefined || place === position.current
    const stop = isThere ? () => {} : scrollWhenLongEnough(place)
    if (place !== undefined) position.current = place
    const keep = () => writePlace(key, position.current)
    window.addEventListener('pagehide', keep)
    return () => {
      stop()
      keep()
      window.removeEventListener('pagehide', keep)
    }
  }, [key, pathname, how, state])
}

/** Returns its cancellation; a touch, a key or scrolling by the user cancels too: what they aim at must not move away. */
function scrollWhenLongEnough(place: number): () => void {
  const page = document.documentElement
  const isThere = () => {
    window.scrollTo(0, place)
    return page.scrollHeight - window.innerHeight >= place
  }
  if (isThere()) return () => {}
  const stop = () => {
    watcher.disconnect()
    clearTimeout(timer)
    for (const event of BY_HAND) window.removeEventListener(event, stop)
  }
  const watcher = new ResizeObserver(() => {
    if (isThere()) stop()
  })
  watcher.observe(document.body)
  const timer = setTimeout(stop, GROWS_WITHIN_MS)
  for (const event of BY_HAND) window.addEventListener(event, stop, { passive: true })
  return stop
}

const BY_HAND = ['wheel', 'pointerdown', 'keydown'] as const

/** Per tab, by the history entry's key or else its path. */
function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(webStorage('sessionStorage').getItem(STORAGE_KEY) ?? '{}')
  } catch {
    // Storage may hold other data: pages then start at the top.
    return {}
  }
}

function writePlace(key: string, place: number): void {
  try {
    webStorage('sessionStorage').setItem(
      STORAGE_KEY,
      JSON.stringify({ ...readPlaces(), [key]: Math.round(place) }),
    )
  } catch {
    // Storage may be full.
  }
}
