import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { hasOverlayMark } from './back-stack.tsx'

const STORAGE_KEY = 'trolly-scroll'
/** How long a page that is shown again may take to grow as long as it was. */
const GROWS_WITHIN_MS = 2000

/**
 * A new page begins at its top; one that is gone back to stands where it was left. The browser's own memory comes too
 * early: lists read from the device have no rows yet, so a place is tried again until the page is long enough.
 */
export function useScrollMemory(): void {
  const { key: entryKey, pathname, state } = useLocation()
  const how = useNavigationType()
  // All pages that a tab was loaded at, and not led to from one to the next, have the same key.
  const key = entryKey === 'default' ? pathname : entryKey

  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    return () => {
      window.history.scrollRestoration = 'auto'
    }
  }, [])

  const before = useRef<{ pathname: string; isOverlay: boolean }>(undefined)
  useLayoutEffect(() => {
    const isOverlay = hasOverlayMark(state)
    const isSamePage = before.current?.pathname === pathname
    // A sheet that opens or closes, and a filter that takes the place of another in the address, move nothing.
    const stays = isSamePage && (isOverlay || before.current?.isOverlay || how === 'REPLACE')
    before.current = { pathname, isOverlay }
    const place = stays ? undefined : how === 'POP' ? readPlaces()[key] : 0
    const stop = place === undefined ? () => {} : scrollWhenLongEnough(place)
    const remember = rememberWhenLeaving(key)
    return () => {
      stop()
      remember()
    }
  }, [key, pathname, how, state])
}

/** Returns what remembers where `key` was left. */
function rememberWhenLeaving(key: string): () => void {
  let place = window.scrollY
  // Read while it is on screen: once the next page stands, the place is gone.
  const onScroll = () => {
    place = window.scrollY
  }
  const keep = () => writePlace(key, place)
  window.addEventListener('scroll', onScroll, { passive: true })
  window.addEventListener('pagehide', keep)
  return () => {
    window.removeEventListener('scroll', onScroll)
    window.removeEventListener('pagehide', keep)
    keep()
  }
}

/** Returns what gives up; a person who scrolls meanwhile has it given up as well. */
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

const BY_HAND = ['wheel', 'touchmove', 'keydown'] as const

/** Of this tab, by the history entry's key, or its path where it has none of its own. */
function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}')
  } catch {
    // Storage may be forbidden or hold something else: then pages begin at their top.
    return {}
  }
}

function writePlace(key: string, place: number): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...readPlaces(), [key]: Math.round(place) }))
  } catch {
    // See above.
  }
}
