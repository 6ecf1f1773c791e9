import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { noteError } from '#src/api/failures.ts'
import { App, RENDERED } from '#src/app/app.tsx'
import { FailedApp } from '#src/app/error-view.tsx'
import { ROUTES } from '#src/app/routes.tsx'
import { startApp } from '#src/app/start.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element #root')

// A failed start opens the error view, never a white page.
const started = await startApp().catch((error: unknown) => {
  noteError(error, 'start')
})
/** React tells of an error that a boundary has caught, and nobody else does. */
const onCaughtError = (error: unknown, { componentStack }: { componentStack?: string | undefined }) => {
  console.error(error, componentStack)
  noteError(error, 'render')
}
const page = (
  <StrictMode>
    <BrowserRouter>{started ? <App routes={ROUTES} {...started} /> : <FailedApp />}</BrowserRouter>
  </StrictMode>
)
if (started?.sessions.get().status === 'signed-out' && container.hasAttribute(RENDERED)) {
  // Hydrate in pieces, so that a visitor can read and scroll meanwhile.
  startTransition(() => {
    hydrateRoot(container, page, { onCaughtError, onRecoverableError: (error) => console.warn(error) })
  })
} else {
  container.removeAttribute(RENDERED)
  container.replaceChildren()
  createRoot(container, { onCaughtError }).render(page)
}
