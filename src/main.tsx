import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App, RENDERED } from '#src/app/app.tsx'
import { FailedApp } from '#src/app/error/failed-app.tsx'
import { setGlobalError } from '#src/app/error/global-error.ts'
import { ROUTES } from '#src/app/routes.tsx'
import { startApp } from '#src/app/start.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element #root')

const started = await start()
const page = (
  <StrictMode>
    <BrowserRouter>{started ? <App routes={ROUTES} {...started} /> : <FailedApp />}</BrowserRouter>
  </StrictMode>
)
if (started?.seam.get().status === 'signed-out' && container.hasAttribute(RENDERED)) {
  // Hydrate in pieces, so that a visitor can read and scroll meanwhile.
  startTransition(() => {
    hydrateRoot(container, page, { onRecoverableError: (error) => console.warn(error) })
  })
} else {
  container.removeAttribute(RENDERED)
  container.replaceChildren()
  createRoot(container).render(page)
}

/** On failure the app opens with its error view, never a white page. */
async function start(): Promise<Awaited<ReturnType<typeof startApp>> | undefined> {
  try {
    return await startApp()
  } catch (error) {
    setGlobalError(error)
    return undefined
  }
}
