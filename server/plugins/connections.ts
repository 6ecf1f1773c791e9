import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import { Refusal } from '#server/routing/refusal.ts'

/** Long enough for a balancer to remove this instance. */
const RETRY_AFTER_SECONDS = 1

/**
 * Ends connections at shutdown. Node closes idle ones that have carried a request; a browser's spare or a busy one would
 * keep the process for a minute. Also gives Node's own refusals of headers the contract's shape.
 */
export const connections = fp(
  async (app, { isDraining }: { isDraining: () => boolean }) => {
    const inFlight = new Map<Socket, number>()
    let closing = false
    const endIfIdle = (socket: Socket): void => {
      if (closing && inFlight.get(socket) === 0) socket.destroySoon()
    }
    app.server.on('connection', (socket) => {
      inFlight.set(socket, 0)
      socket.once('close', () => inFlight.delete(socket))
      endIfIdle(socket)
    })
    app.server.on('request', ({ socket }, response) => {
      const count = (by: number): void => {
        if (inFlight.has(socket)) inFlight.set(socket, (inFlight.get(socket) ?? 0) + by)
      }
      count(1)
      response.once('close', () => {
        count(-1)
        endIfIdle(socket)
      })
    })

    // Node alone would answer 417.
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))

    app.addHook('onRequest', async ({ headers: { host, expect }, raw: { httpVersion } }) => {
      if (host === undefined && httpVersion === '1.1') throw invalidHeader('host', 'is required')
      if (expect !== undefined && expect.toLowerCase() !== '100-continue')
        throw invalidHeader('expect', 'must be 100-continue')
      if (closing) throw new Refusal('not_ready', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    })
    app.addHook('onSend', async (_request, reply) => {
      if (isDraining()) reply.header('connection', 'close')
    })
    app.addHook('preClose', async () => {
      closing = true
      for (const socket of inFlight.keys()) endIfIdle(socket)
    })
  },
  { name: 'connections' },
)

const invalidHeader = (name: string, message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: `headers/${name}`, message }] })
