import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { ChunkLoadError } from '#src/features/updates/chunk-recovery.ts'
import { tryAgain } from '#src/features/updates/lazy-with-reload.ts'
import { FailedState } from '#src/ui/status/failed-state.tsx'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { ErrorBoundary } from './error/error-boundary.tsx'
import { setGlobalError } from './error/global-error.ts'

/**
 * Around each screen: waits for its chunk, says so where the chunk cannot be loaded, and moves the focus to its heading
 * once it stands. Anything else that fails in it becomes the global error.
 */
export function ScreenFrame({ children }: { children: ReactNode }) {
  return (
    <ErrorBoundary
      onError={(error) => {
        if (!isChunkFailure(error)) setGlobalError(error)
      }}
      fallback={(error) =>
        isChunkFailure(error) ? (
          <FailedState words="This page could not be loaded." onRetry={tryAgain} />
        ) : null
      }
    >
      <Suspense fallback={<Waiting />}>
        <FocusHeading>{children}</FocusHeading>
      </Suspense>
    </ErrorBoundary>
  )
}

function Waiting() {
  return (
    <div role="status">
      <Hidden>Loading</Hidden>
    </div>
  )
}

/** Whether a page has been shown before: the first one leaves the focus where the browser puts it. */
let hasNavigated = false

/** A screen reader begins to read, and Tab to move, at the new page's heading. */
function FocusHeading({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasNavigated) {
      hasNavigated = true
      return
    }
    const element = place.current
    // A screen that puts the focus somewhere itself (a search field) knows better.
    if (!element || element.contains(document.activeElement)) return
    const heading = element.querySelector<HTMLElement>('h1') ?? document.getElementById('main')
    heading?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={place} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

function isChunkFailure(error: unknown): boolean {
  return error instanceof ChunkLoadError
}
