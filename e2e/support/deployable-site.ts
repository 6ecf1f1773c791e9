import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { passOn, startRelay } from './relay.ts'

/**
 * One origin to which successive builds are deployed while pages stay open. It serves the deployed folder by the rules of the
 * product's own server, and forwards the API.
 */
export type DeployableSite = {
  origin: string
  /** From now on only this folder's files are served. */
  deploy: (folder: string) => void
  /** Files missing from now on, as after a faulty deployment. */
  lose: (isLost: (path: string) => boolean) => void
  /** The paths requested since the start, in order. */
  requests: string[]
  close: () => Promise<void>
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
}

/** @param api the origin that answers `/api/` and `/pictures/`. */
export async function startDeployableSite({
  folder,
  api,
}: {
  folder: string
  api: string
}): Promise<DeployableSite> {
  let served = folder
  let isLost = (_path: string) => false
  const requests: string[] = []

  const answer = async (incoming: IncomingMessage, reply: ServerResponse) => {
    const { pathname } = new URL(incoming.url ?? '/', api)
    requests.push(pathname)
    if (/^\/(api|pictures)\//.test(pathname)) return passOn(api, { incoming, outgoing: reply })
    const isFile = extname(pathname) !== ''
    const file = join(served, isFile ? normalize(pathname) : 'index.html')
    const content = isLost(pathname) ? undefined : await readFile(file).catch(() => undefined)
    if (!content) return reply.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    reply.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    })
    reply.end(content)
  }

  const { url, close } = await startRelay((incoming, reply) => void answer(incoming, reply))
  return {
    origin: url,
    close,
    requests,
    deploy: (next) => {
      served = next
    },
    lose: (lost) => {
      isLost = lost
    },
  }
}
