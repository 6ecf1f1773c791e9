import { useMemo } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { ErrorView, notFoundMessage } from './error/error-view.tsx'
import { guard, type Verdict } from './guards.ts'
import { layoutFor } from './layouts/layouts.ts'
import { Shell } from './layouts/shell.tsx'
import type { Route } from './route.ts'
import { findRoute } from './route-match.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { useCurrentSession } from './session-context.ts'

export function RoutePage({ routes }: { routes: readonly Route[] }) {
  const { pathname, search, hash, state } = useLocation()
  const session = useCurrentSession()
  const match = useMemo(() => findRoute(routes, pathname), [routes, pathname])
  // Memoised: a new redirect on each render would override a later navigation.
  const verdict = useMemo<Verdict>(
    () =>
      match
        ? guard({ route: match.route, target: `${pathname}${search}${hash}`, state, session })
        : { kind: 'open' },
    [match, pathname, search, hash, state, session],
  )

  if (verdict.kind === 'redirect') return <Navigate to={verdict.to} state={verdict.state} replace />
  const Screen = match?.route.Screen
  const layout = layoutFor(Screen ? match.route.layout : 'error', session)
  return (
    <Shell layout={layout} routes={routes} pattern={Screen && match.route.path}>
      {/* Another trolly or order is another page: nothing of the one before may show in it. */}
      <ScreenFrame key={pathname}>
        {Screen ? <Screen {...match.params} /> : <NotFound path={pathname} />}
      </ScreenFrame>
    </Shell>
  )
}

function NotFound({ path }: { path: string }) {
  const navigate = useNavigate()
  return <ErrorView message={notFoundMessage(path)} onReturnHome={() => navigate('/')} />
}
