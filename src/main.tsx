import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#src/app/app.tsx'
import { setGlobalError } from '#src/app/error/global-error.ts'
import { type Started, startApp } from '#src/app/start.ts'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no element #root')

const started = await start()
const draw = () =>
  createRoot(container).render(
    <StrictMode>
      <App started={started} />
    </StrictMode>,
  )
// What stands in it before is the landing page's markup (scripts/vite/landing-page.ts), which this draws over: in pieces, so
// that a visitor who reads and scrolls is not held up. Who is signed in waits for nothing but this.
if (started?.device.session.get().status === 'signed-out') startTransition(draw)
else draw()

/** Where it fails, the app opens with its error view: never a white page. */
async function start(): Promise<Started | undefined> {
  try {
    return await startApp()
  } catch (error) {
    setGlobalError(error)
    return undefined
  }
}
