import { useDidUpdate, useWindowEvent } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { createStore } from '#src/state/store.ts'
import { useStore } from '#src/ui/store.ts'

/** What Back closes before it leaves the page, newest last. */
const overlays = createStore<readonly (() => void)[]>([])

/** While `open`, Back calls `onClose`. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (!open) return
    const close = () => leave()
    overlays.set([...overlays.get(), close])
    return () => overlays.set(overlays.get().filter((other) => other !== close))
  }, [open])
}

/** Whether anything is still open. */
function closeTop(): boolean {
  const close = overlays.get().at(-1)
  overlays.set(overlays.get().slice(0, -1))
  close?.()
  return overlays.get().length > 0
}

/**
 * Mount once. Back closes sheets and menus before it leaves the page: while one is open, an extra entry of the same
 * address is on top of the history. State comes from the history itself, since rendering lags behind and a person may
 * press Back twice at once.
 */
export function BackStack() {
  const isOpen = useStore(overlays).length > 0
  const location = useLocation()
  const navigate = useNavigate()
  const isGoingBack = useRef(false)
  const lay = useEffectEvent(() => {
    if (isOnOverlayEntry()) return
    const { pathname, search, hash, state } = location
    navigate({ pathname, search, hash }, { state: { ...state, overlay: true } })
  })

  useWindowEvent('popstate', () => {
    const isOwn = isGoingBack.current
    isGoingBack.current = false
    if (!isOpen || isOnOverlayEntry()) return
    // If something opened during our own step back, it stays and gets its own entry.
    if (isOwn || closeTop()) lay()
  })
  useDidUpdate(() => {
    if (isOpen) lay()
  }, [isOpen, location.pathname])

  useEffect(() => {
    if (isOpen || !hasOverlayMark(location.state)) return
    // Closing a sheet often navigates at once; the entry then stays below and is skipped on the way back.
    const timer = setTimeout(() => {
      if (isGoingBack.current || !isOnOverlayEntry()) return
      isGoingBack.current = true
      navigate(-1)
    })
    return () => clearTimeout(timer)
  }, [isOpen, location, navigate])
  return null
}

/** The router keeps its state under `usr`. */
const isOnOverlayEntry = (): boolean => hasOverlayMark(window.history.state?.usr)

export const hasOverlayMark = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'overlay' in state && state.overlay === true
