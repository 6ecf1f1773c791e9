import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { Route } from './route.ts'
import { findRoute } from './route-match.ts'
import { useTree } from './tree.ts'

/** Longer without an effect would look like a tap that was missed. */
const HELD_MS = 300

/** Outside React, which forgets what a suspended render remembered. */
let latest: Arrival | undefined

/**
 * Keeps the former page until this one's script and first data are here: drawing a skeleton first would delay both.
 * Suspends, so it needs a boundary above that is already shown.
 */
export function HeldPage({ routes, children }: { routes: readonly Route[]; children: ReactNode }) {
  const { key, pathname } = useLocation()
  const { readAhead } = useTree()
  const shown = useRef(pathname)
  useEffect(() => {
    shown.current = pathname
  }, [pathname])
  if (shown.current !== pathname) {
    const of = `${key} ${pathname}`
    const load = findRoute(routes, pathname)?.route.load
    if (latest?.of !== of) latest = arrivalOf(of, [load?.(), readAhead?.(pathname)])
    // Not `use`: in a test whose `act` is not awaited, React would never resume.
    if (!latest.isHere) throw latest.arrived
  }
  return children
}

type Arrival = { of: string; arrived: Promise<unknown>; isHere: boolean }

const arrivalOf = (of: string, parts: unknown[]): Arrival => {
  const late = new Promise((resolve) => setTimeout(resolve, HELD_MS))
  const arrived = Promise.race([Promise.allSettled(parts), late]).then(() => {
    arrival.isHere = true
  })
  const arrival: Arrival = { of, arrived, isHere: false }
  return arrival
}
