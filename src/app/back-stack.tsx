import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type BackStack, BackStackProvider } from '#src/ui/surface/back-stack.ts'

/**
 * Lets a step back close what lies over the page (sheets, menus) before it leaves the page. While something is open, one
 * more entry of the same address lies on top of the history: stepping back takes that entry away and closes what is on
 * top; closing in any other way takes the entry away.
 */
export function BackStackHolder({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<readonly (() => void)[]>([])
  const push = useCallback((close: () => void) => {
    setOpen((stack) => [...stack, close])
    return () => setOpen((stack) => stack.filter((other) => other !== close))
  }, [])
  const stack = useMemo<BackStack>(() => ({ push }), [push])
  const closeTop = useCallback(() => open.at(-1)?.(), [open])
  useOverlayEntry(open.length > 0, closeTop)
  return <BackStackProvider value={stack}>{children}</BackStackProvider>
}

/** Keeps the entry on top of the history while `isOpen`; leaving it by a step back calls `onLeave`. */
function useOverlayEntry(isOpen: boolean, onLeave: () => void): void {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isOverlay = hasOverlayMark(state)

  const wasOverlay = useRef(isOverlay)
  useEffect(() => {
    const left = wasOverlay.current && !isOverlay
    wasOverlay.current = isOverlay
    if (!isOpen) return
    if (left) onLeave()
    else if (!isOverlay) navigate({ pathname, search, hash }, { state: { ...state, overlay: true } })
  }, [isOpen, isOverlay, onLeave, navigate, pathname, search, hash, state])

  useEffect(() => {
    if (isOpen || !isOverlay) return
    // What closes a sheet often goes somewhere in the same breath; then the entry stays where it is, below, until one
    // comes back to it: it opens nothing, and is passed over here.
    const timer = setTimeout(() => {
      // The router may be ahead of what is rendered.
      if (hasOverlayMark(window.history.state?.usr)) navigate(-1)
    })
    return () => clearTimeout(timer)
  }, [isOpen, isOverlay, navigate])
}

export function hasOverlayMark(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'overlay' in state && state.overlay === true
}
