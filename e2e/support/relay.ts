import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy at the page's origin, so that the service worker's requests pass through it as well. */
export type Relay = { url: string; close: () => Promise<void> }

/** On its own port, as localhost, which browsers treat as a secure origin. */
export const startRelay = async (answer: RequestListener): Promise<Relay> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Forwards to the server behind it; `take` returns the reply or drops it. If that server is down the page sees a broken
 * connection, as it would there.
 */
export const passOn = (
  upstream: string,
  { incoming, outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse },
  take: (answer: IncomingMessage) => void = (answer) => giveBack(answer, outgoing),
): void => {
  const onward = request(
    new URL(incoming.url ?? '/', upstream),
    { method: incoming.method ?? 'GET', headers: incoming.headers },
    take,
  )
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}

export const giveBack = (answer: IncomingMessage, outgoing: ServerResponse): void => {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.pipe(outgoing)
}
