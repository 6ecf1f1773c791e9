import { connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Raw HTTP, for what no client library would send, and for replies as they are on the wire. */

/** The port of an app, which starts listening if it did not yet. */
export const portOf = async (app: FastifyInstance): Promise<number> => {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

export const openSocket = (port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
  })

/** Sends the bytes and reads until the server closes the connection. */
export const exchange = async (port: number, bytes: string | Buffer): Promise<RawReply> => {
  const socket = await openSocket(port)
  const text = readAll(socket)
  socket.write(bytes)
  return rawReplyOf(await text)
}

export const readAll = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    socket.on('data', (part) => {
      text += part.toString()
    })
    // A reset after the reply: the server had not read everything sent.
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })

export type RawReply = { status: number; headers: Record<string, string>; body: string }

export const rawReplyOf = (text: string): RawReply => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: Object.fromEntries(
      lines.map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
    ),
    body: rest.join('\r\n\r\n'),
  }
}
