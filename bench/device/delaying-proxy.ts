import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Stands between page and server and lets every reply wait, so that one request and its reply take a round trip however
 * near the server is. What the server took itself is known apart from it.
 */
export type DelayingProxy = {
  url: string
  /** From now on. */
  setRoundTrip: (ms: number) => void
  /** Forgets what it has seen. */
  begin: () => void
  /** Since then: each request's path, and how long the server took to its last byte. */
  seen: () => readonly { path: string; serverMs: number }[]
  close: () => Promise<void>
}

export const startDelayingProxy = async (upstream: string): Promise<DelayingProxy> => {
  let roundTripMs = 0
  let seen: { path: string; serverMs: number }[] = []
  const server = createServer((incoming, outgoing) => {
    forward(upstream, incoming, outgoing, {
      waitMs: () => roundTripMs,
      note: (serverMs) => seen.push({ path: incoming.url ?? '', serverMs }),
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    setRoundTrip: (ms) => {
      roundTripMs = ms
    },
    begin: () => {
      seen = []
    },
    seen: () => seen,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function forward(
  upstream: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { waitMs, note }: { waitMs: () => number; note: (serverMs: number) => void },
): void {
  const begun = performance.now()
  const onward = request(
    new URL(incoming.url ?? '/', upstream),
    { method: incoming.method ?? 'GET', headers: incoming.headers },
    async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      note(performance.now() - begun)
      await delay(waitMs())
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.end(Buffer.concat(parts))
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
