import { type ReactNode, Suspense, useDeferredValue } from 'react'
import { reloadByHand } from '#src/ui/reload-guard.ts'
import { ErrorBoundary } from '#src/ui/status/error-boundary.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'

export type LateProps = {
  /** Lazy components, which load once they are wanted. */
  children: ReactNode
  wanted?: boolean
  /** Holds the place of what loads. */
  waiting: ReactNode
  failed?: ReactNode
}

/** Draws its children once their chunks have loaded; if one cannot load, says so and offers to try again. */
export function Late({ children, wanted = true, waiting, failed = <LoadFailed /> }: LateProps) {
  // Deferred, since React keeps a fallback of Suspense for 300 ms even if the chunk is on the device.
  const isDrawn = useDeferredValue(wanted, false)
  return (
    <ErrorBoundary page={String(wanted)} fallback={() => failed}>
      <Suspense fallback={waiting}>{wanted && isDrawn ? children : waiting}</Suspense>
    </ErrorBoundary>
  )
}

/** A lazy component cannot load twice, so the page is loaded again: the app's worker has every chunk of its build. */
export const LoadFailed = () => (
  <FailedState words="This could not be loaded." onRetry={() => reloadByHand()} />
)
