import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type BackStack, BackStackProvider } from '#src/ui/surface/back-stack.ts'

/**
 * Lets a step back close what lies over the page (sheets, menus) before it leaves the page. While something is open, one
 * more entry of the same address lies on top of the history: stepping back takes that entry away and closes what is on
 * top; closing in any other way takes the entry away. All of it goes by the history itself: what is rendered lags behind,
 * and a person may press back twice at once.
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
  /** Whether anything is left open. */
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
      // Under our own step back something else may have been opened: it stays, and has an entry of its own.
      if (isOwn || closeTop()) lay()
    }
    window.addEventListener('popstate', onStep)
    if (isOpen) lay()
    return () => window.removeEventListener('popstate', onStep)
  }, [isOpen, closeTop, navigate])

  useEffect(() => {
    if (isOpen || !hasOverlayMark(location.state)) return
    // What closes a sheet often goes somewhere in the same breath; then the entry stays where it is, below, until one
    // comes back to it: it opens nothing, and is passed over here.
    const timer = setTimeout(() => {
      if (isGoingBack.current || !isOnOverlayEntry()) return
      isGoingBack.current = true
      navigate(-1)
    })
    return () => clearTimeout(timer)
  }, [isOpen, location, navigate])
}

/** The router keeps what it was given under `usr`. */
function isOnOverlayEntry(): boolean {
  return hasOverlayMark(window.history.state?.usr)
}

export function hasOverlayMark(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'overlay' in state && state.overlay === true
}
