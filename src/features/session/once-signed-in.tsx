import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { useSession } from '#src/device/device-context.tsx'

/** On a page that is open to anyone: a signed-in user has nothing to do here, and goes where they were going. */
export function OnceSignedIn({ to, children }: { to: string; children: ReactNode }) {
  const { status } = useSession()
  const { state } = useLocation()
  return status === 'signed-in' ? <Navigate to={to} state={state} replace /> : children
}
