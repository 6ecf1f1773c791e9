import { LATEST_BUILD_PATH } from '#domain/builds.ts'
import { buildIdOf } from './build-check.ts'

/** Whether a reload would find the app, on this device or on the server. If not, the browser would show its own error page. */
export const canReload = async (): Promise<boolean> => (await isShellHere()) || (await isServerThere())

/** A worker alone is not enough: the browser may have evicted its files, or some of them. */
const isShellHere = async (): Promise<boolean> => {
  if (!navigator.serviceWorker?.controller) return false
  try {
    const page = await cached('/index.html')
    if (!page) return false
    const html = new DOMParser().parseFromString(await page.text(), 'text/html')
    const needed = html.querySelectorAll('script[src], link[rel="modulepreload"], link[rel="stylesheet"]')
    const found = await Promise.all(
      [...needed].map((part) => cached(part.getAttribute('src') ?? part.getAttribute('href') ?? '')),
    )
    return found.every((reply) => reply !== undefined)
  } catch {
    return false
  }
}

/** The worker keeps some files under their address and a revision. */
const cached = (path: string): Promise<Response | undefined> => caches.match(path, { ignoreSearch: true })

const isServerThere = async (): Promise<boolean> => {
  try {
    const reply = await fetch(LATEST_BUILD_PATH, { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
    // A portal answers with its own page.
    return reply.ok && buildIdOf(await reply.text()) !== undefined
  } catch {
    return false
  }
}
