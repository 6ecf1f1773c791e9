import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Route } from './route.ts'
import { findRoute } from './route-match.ts'
import { type Tree, useTree } from './tree.ts'

/** Longer without an effect would look like a tap that was missed. */
const HELD_MS = 300

/** Outside React, which forgets what a suspended render remembered. */
let latest: { of: string; arrival: Arrival } | undefined
let touched: Arrival | undefined

/**
 * Keeps the former page until this one's script and first data are here: drawing a skeleton first would delay both. Both are asked
 * for when a link is touched, so that little is left to wait for when it is let go.
 * Suspends, so it needs a boundary above that is already shown.
 */
export function HeldPage({ routes, children }: { routes: readonly Route[]; children: ReactNode }) {
  const { key, pathname } = useLocation()
  const { readAhead } = useTree()
  const shown = useRef(pathname)
  useEffect(() => {
    shown.current = pathname
  }, [pathname])
  useEffect(() => {
    const onTouch = ({ target }: PointerEvent): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
      touched =
        link && link.pathname !== shown.current ? arrivalAt(link.pathname, routes, readAhead) : undefined
    }
    const onScroll = (): void => {
      touched = undefined
    }
    document.addEventListener('pointerdown', onTouch, { capture: true })
    document.addEventListener('pointercancel', onScroll, { capture: true })
    return () => {
      document.removeEventListener('pointerdown', onTouch, { capture: true })
      document.removeEventListener('pointercancel', onScroll, { capture: true })
    }
  }, [routes, readAhead])
  if (shown.current !== pathname) {
    const of = `${key} ${pathname}`
    if (latest?.of !== of) {
      const arrival = touched?.pathname === pathname ? touched : arrivalAt(pathname, routes, readAhead)
      latest = { of, arrival }
      touched = undefined
    }
    const { arrival } = latest
    // Not `use`: in a test whose `act` is not awaited, React would never resume.
    if (!arrival.isHere) throw arrival.arrived
  }
  return children
}

type Arrival = { pathname: string; arrived: Promise<unknown>; isHere: boolean }

const arrivalAt = (pathname: string, routes: readonly Route[], readAhead: Tree['readAhead']): Arrival => {
  const parts = [findRoute(routes, pathname)?.route.load?.(), readAhead?.(pathname)]
  const late = new Promise((resolve) => setTimeout(resolve, HELD_MS))
  const arrived = Promise.race([Promise.allSettled(parts), late]).then(() => {
    arrival.isHere = true
  })
  const arrival: Arrival = { pathname, arrived, isHere: false }
  return arrival
}
