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

/** On a port of its own, as localhost, which browsers take for a safe origin. */
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
 * Asks the server behind it, whose answer `take` gives back, or not. Where that server is away the page sees a connection that
 * breaks, as it would there.
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
