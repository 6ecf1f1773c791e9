import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router-dom'
import { type BackStack, BackStackProvider } from '#src/ui/surface/back-stack.ts'

/**
 * Lets a step back close what lies over the page (sheets, menus) before it leaves the page. The router blocks the step and
 * undoes it, so that address and history stay as they are. It cannot block the step that leaves the app altogether, so
 * over the first entry of the history one more is laid, which is taken away again when everything is closed.
 */
export function BackStackHolder({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<readonly (() => void)[]>([])
  const push = useCallback((close: () => void) => {
    setOpen((stack) => [...stack, close])
    return () => setOpen((stack) => stack.filter((other) => other !== close))
  }, [])
  const stack = useMemo<BackStack>(() => ({ push }), [push])
  const closeTop = useCallback(() => open.at(-1)?.(), [open])
  // From the entry that was laid on top a step back leads to the same page, and closes without being blocked.
  const isFree = useOverlayEntry(open.length > 0, closeTop) && open.length === 1

  const isBackStep = useCallback(
    ({ historyAction }: { historyAction: string }) => open.length > 0 && !isFree && historyAction === 'POP',
    [open, isFree],
  )
  const blocker = useBlocker(isBackStep)
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    closeTop()
  }, [blocker, closeTop])

  return <BackStackProvider value={stack}>{children}</BackStackProvider>
}

/**
 * Keeps an entry of the history on top of the app's first one while something is open; leaving that entry by a step back
 * calls `onLeave`. Answers whether it is the current one.
 */
function useOverlayEntry(isOpen: boolean, onLeave: () => void): boolean {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const isOverlay = hasOverlayMark(state)

  const wasOverlay = useRef(isOverlay)
  useEffect(() => {
    const left = wasOverlay.current && !isOverlay
    wasOverlay.current = isOverlay
    if (left && isOpen) onLeave()
    else if (isOpen && !isOverlay && window.history.state?.idx === 0) {
      navigate({ pathname, search, hash }, { state: { ...state, overlay: true }, preventScrollReset: true })
    }
  }, [isOpen, isOverlay, onLeave, navigate, pathname, search, hash, state])

  useEffect(() => {
    if (isOpen || !isOverlay) return
    // What closes a sheet often goes somewhere in the same breath; then the entry stays where it is, below.
    const timer = setTimeout(() => {
      // The router may be ahead of what is rendered.
      if (hasOverlayMark(window.history.state?.usr)) navigate(-1)
    })
    return () => clearTimeout(timer)
  }, [isOpen, isOverlay, navigate])

  return isOverlay
}

function hasOverlayMark(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'overlay' in state && state.overlay === true
}
