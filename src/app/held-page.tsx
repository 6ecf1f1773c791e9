import { type ComponentType, lazy, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Route } from './route.ts'
import { useTree } from './tree.ts'

/** Longer without an effect would look like a tap that was missed. */
const HELD_MS = 300

/** Outside React, which forgets what a suspended render remembered. */
let latest: Arrival | undefined

/**
 * Keeps the former page until this one's script and first data are here: drawing a skeleton first would delay both.
 * Suspends, so it needs a boundary above that is already shown.
 */
export function HeldPage({ route, children }: { route: Route | undefined; children: ReactNode }) {
  const { key, pathname } = useLocation()
  const { readAhead } = useTree()
  const shown = useRef(pathname)
  useEffect(() => {
    shown.current = pathname
  }, [pathname])
  if (shown.current === pathname) return children
  const of = `${key} ${pathname}`
  if (latest?.of !== of) latest = arrivalOf(of, [route?.load?.(), readAhead?.(pathname)])
  return latest.isHere ? children : <latest.Awaited />
}

/** `Awaited` suspends. Not `use`: inside a test's `act` React would never resume. */
type Arrival = { of: string; isHere: boolean; Awaited: ComponentType }

const arrivalOf = (of: string, parts: unknown[]): Arrival => {
  const late = new Promise((resolve) => setTimeout(resolve, HELD_MS))
  const arrived = Promise.race([Promise.allSettled(parts), late]).then(() => {
    arrival.isHere = true
    return { default: () => null }
  })
  const arrival: Arrival = { of, isHere: false, Awaited: lazy(() => arrived) }
  return arrival
}
