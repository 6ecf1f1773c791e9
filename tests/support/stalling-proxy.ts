import { connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

/**
 * Sits between the server and PostgreSQL or Redis, and can stop forwarding, so that the database seems hung, not dead.
 * Connections are still accepted and none is closed.
 */
export type StallingProxy = {
  port: number
  /** Nothing passes any more, in either direction. */
  stall: () => void
  /** Requests still pass, replies do not: the work is done but never answered. */
  stallReplies: () => void
  /** Everything held back passes now, late. */
  resume: () => void
  /** Called with the bytes of each request before they pass. */
  onRequest: (listener: (bytes: Buffer) => void) => void
}

export const startStallingProxy = async (target: { host: string; port: number }): Promise<StallingProxy> => {
  let held: 'nothing' | 'replies' | 'all' = 'nothing'
  let listener: (bytes: Buffer) => void = () => {}
  const sockets = new Set<Socket>()
  const late: (() => void)[] = []

  const pass = (from: Socket, to: Socket, isRequest: boolean): void => {
    from.on('data', (bytes) => {
      if (isRequest) listener(bytes)
      const send = (): void => {
        if (to.writable) to.write(bytes)
      }
      if (held === 'all' || (held === 'replies' && !isRequest)) late.push(send)
      else send()
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      // A hung program notices nothing.
      if (held === 'nothing') to.destroy()
      else late.push(() => to.destroy())
    })
    sockets.add(from)
  }
  const server = createServer((incoming) => {
    const outgoing = connect(target)
    pass(incoming, outgoing, true)
    pass(outgoing, incoming, false)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    stall: () => {
      held = 'all'
    },
    stallReplies: () => {
      held = 'replies'
    },
    resume: () => {
      held = 'nothing'
      for (const send of late.splice(0)) send()
    },
    onRequest: (next) => {
      listener = next
    },
  }
}
