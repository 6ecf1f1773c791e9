import { vi } from 'vitest'

/** Every build may write a request in its own way, and the app may be updated between any two attempts. */
vi.mock('#src/sync/engine/requests.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof import('#src/sync/engine/requests.ts')>()
  const { oneBuild } = await import('./one-build.ts')
  let build = 0
  const buildRequest: typeof actual.buildRequest = (noun, record) => {
    const request = actual.buildRequest(noun, record)
    if (oneBuild.acts > 0) return request
    const rewritten = request.body === '' ? '' : JSON.stringify(JSON.parse(request.body), null, ++build % 8)
    return { ...request, body: rewritten }
  }
  return { ...actual, buildRequest }
})
