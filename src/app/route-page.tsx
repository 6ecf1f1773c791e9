import { type ReactNode, Suspense, use, useEffect, useMemo, useRef } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { findRoute } from '#domain/route-match.ts'
import { ChunkLoadError, tryAgain } from '#src/features/updates/reload.ts'
import { PageLinksContext } from '#src/ui/layout/page-links.tsx'
import { ErrorBoundary } from '#src/ui/status/error-boundary.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { ErrorView } from './error-view.tsx'
import { guard, type Redirect } from './guards.ts'
import { linksUnder, type Route } from './route.ts'
import { ScreenFrame } from './screen-frame.tsx'
import { useScrollMemory } from './scroll-memory.ts'
import { type Tree, useTree } from './session.ts'

type RoutePageProps = { routes: readonly Route[]; banner?: ReactNode }

/** After an error shows the error view, or offers to load the screen again, until the user navigates. */
export function RoutePage(props: RoutePageProps) {
  return (
    <Suspense>
      <HeldPage routes={props.routes}>
        <Page {...props} />
      </HeldPage>
    </Suspense>
  )
}

/** Longer without an effect would look like a tap that was missed. */
const HELD_MS = 300

/**
 * Keeps the former page until this one's script and first data are here (docs/decisions/0030): the router changes the address in a
 * transition, which waits while this suspends. The first page does not wait.
 */
function HeldPage({ routes, children }: { routes: readonly Route[]; children: ReactNode }) {
  const { pathname } = useLocation()
  const { readAhead } = useTree()
  // Kept by path, because any update meanwhile renders the former page again.
  const arrivals = useRef(new Map<string, Promise<unknown> | undefined>([[pathname, undefined]])).current
  if (!arrivals.has(pathname)) arrivals.set(pathname, arrivalOf(pathname, routes, readAhead))
  const arrives = arrivals.get(pathname)
  if (arrives) use(arrives)
  useEffect(() => {
    for (const other of arrivals.keys()) if (other !== pathname) arrivals.delete(other)
  }, [arrivals, pathname])
  return children
}

const arrivalOf = (pathname: string, routes: readonly Route[], readAhead: Tree['readAhead']) => {
  const parts = [findRoute(routes, pathname)?.route.load?.(), readAhead?.(pathname)]
  return Promise.race([Promise.allSettled(parts), new Promise((resolve) => setTimeout(resolve, HELD_MS))])
}

function Page({ routes, banner }: RoutePageProps) {
  const { key, pathname, search, hash, state } = useLocation()
  const { session, Shell } = useTree()
  useScrollMemory()
  const match = useMemo(() => findRoute(routes, pathname), [routes, pathname])
  // Memoised: a new redirect on each render would override a later navigation.
  const redirect = useMemo<Redirect | undefined>(
    () => match && guard({ route: match.route, target: `${pathname}${search}${hash}`, state, session }),
    [match, pathname, search, hash, state, session],
  )

  const links = useMemo(
    () =>
      linksUnder(routes, match?.route.path ?? '').filter(({ to }) =>
        session.user?.acl_routes_available.includes(to),
      ),
    [routes, match, session],
  )

  if (redirect) return <Navigate {...redirect} replace />
  const Screen = match?.route.Screen
  const shell = Screen
    ? { layout: match.route.layout, pattern: match.route.path, banner }
    : { layout: 'error' as const, banner }
  return (
    <ErrorBoundary
      page={key}
      fallback={(error) =>
        error instanceof ChunkLoadError ? (
          <Shell {...shell}>
            <FailedState words="This page could not be loaded." onRetry={tryAgain} />
          </Shell>
        ) : (
          <Shell layout="error" banner={banner}>
            <ErrorView />
          </Shell>
        )
      }
    >
      <Shell {...shell}>
        {/* Another trolly or order is another page: nothing of the one before may show in it. */}
        <ScreenFrame key={pathname}>
          <PageLinksContext value={links}>
            {Screen ? <Screen {...match.params} /> : <NotFound path={pathname} />}
          </PageLinksContext>
        </ScreenFrame>
      </Shell>
    </ErrorBoundary>
  )
}

function NotFound({ path }: { path: string }) {
  const navigate = useNavigate()
  return <ErrorView message={`Page not found: ${path}`} onReturnHome={() => navigate('/')} />
}
