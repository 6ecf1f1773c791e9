import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type BackStack, BackStackProvider } from '#src/ui/surface/back-stack.ts'

/**
 * Back closes sheets and menus before it leaves the page: while one is open, an extra entry of the same address is on
 * top of the history. State comes from the history itself, since rendering lags behind and a person may press Back
 * twice at once.
 */
export function BackStackHolder({ children }: { children: ReactNode }) {
  const open = useRef<(() => void)[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const stack = useMemo<BackStack>(
    () => ({
      push: (close) => {
        open.current.push(close)
        setIsOpen(true)
        return () => {
          open.current = open.current.filter((other) => other !== close)
          setIsOpen(open.current.length > 0)
        }
      },
    }),
    [],
  )
  /** Whether anything is still open. */
  const closeTop = useCallback(() => {
    open.current.pop()?.()
    return open.current.length > 0
  }, [])
  useOverlayEntry(isOpen, closeTop)
  return <BackStackProvider value={stack}>{children}</BackStackProvider>
}

function useOverlayEntry(isOpen: boolean, closeTop: () => boolean): void {
  const location = useLocation()
  const navigate = useNavigate()
  const here = useRef(location)
  const isGoingBack = useRef(false)
  useEffect(() => {
    here.current = location
  }, [location])

  useEffect(() => {
    const lay = () => {
      if (isOnOverlayEntry()) return
      const { pathname, search, hash, state } = here.current
      navigate({ pathname, search, hash }, { state: { ...state, overlay: true } })
    }
    const onStep = () => {
      const isOwn = isGoingBack.current
      isGoingBack.current = false
      if (!isOpen || isOnOverlayEntry()) return
      // If something opened during our own step back, it stays and gets its own entry.
      if (isOwn || closeTop()) lay()
    }
    window.addEventListener('popstate', onStep)
    if (isOpen) lay()
    return () => window.removeEventListener('popstate', onStep)
  }, [isOpen, closeTop, navigate])

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
}

/** The router keeps its state under `usr`. */
function isOnOverlayEntry(): boolean {
  return hasOverlayMark(window.history.state?.usr)
}

export function hasOverlayMark(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'overlay' in state && state.overlay === true
}
