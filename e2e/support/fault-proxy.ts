import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Stands between the page and the server, and loses replies: the request has been done by then, and nobody is told. The
 * page's origin is the proxy's, so that the service worker's requests pass through it as well.
 */
export type FaultProxy = {
  url: string
  /** The next so many replies to requests of this kind are lost after the server has answered. */
  loseReplies: (lost: { method: string; path: RegExp; times: number }) => void
  /** How many were. */
  lost: () => number
  close: () => Promise<void>
}

export const startFaultProxy = async (upstream: string): Promise<FaultProxy> => {
  let rules: { method: string; path: RegExp; times: number }[] = []
  let lostCount = 0

  const server: Server = createServer((incoming, outgoing) => {
    forward(upstream, incoming, outgoing, ({ method = '', url = '' }) => {
      const rule = rules.find(({ method: m, path, times }) => times > 0 && m === method && path.test(url))
      if (!rule) return false
      rule.times -= 1
      lostCount += 1
      return true
    })
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    loseReplies: (rule) => {
      rules = [...rules, { ...rule }]
    },
    lost: () => lostCount,
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
  isLost: (incoming: IncomingMessage) => boolean,
): void {
  const onward = request(
    new URL(incoming.url ?? '/', upstream),
    { method: incoming.method ?? 'GET', headers: incoming.headers },
    (answer) => {
      if (isLost(incoming)) {
        // All of it is read first: by then the server has committed what it says.
        answer.resume().on('end', () => outgoing.destroy())
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
