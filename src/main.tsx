import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from '#src/app/app.tsx'
import { setGlobalError } from '#src/app/error/global-error.ts'
import { type Started, startApp } from '#src/app/start.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element #root')

const app = (
  <StrictMode>
    <App started={await start()} />
  </StrictMode>
)
// Markup in it has been rendered by a server.
if (container.hasChildNodes()) hydrateRoot(container, app)
else createRoot(container).render(app)

/** Where it fails, the app opens with its error view: never a white page. */
async function start(): Promise<Started | undefined> {
  try {
    return await startApp()
  } catch (error) {
    setGlobalError(error)
    return undefined
  }
}
