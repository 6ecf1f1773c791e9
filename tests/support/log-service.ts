import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A Seq-compatible service: an HTTP server that keeps what it is sent. */
export type LogService = {
  url: string
  received: () => { path: string; headers: IncomingHttpHeaders; body: string }[]
  events: () => Record<string, unknown>[]
  /** The statuses of its next answers; 201 after them. */
  next: (...statuses: number[]) => void
  close: () => Promise<void>
}

export const startLogService = async (): Promise<LogService> => {
  const received: ReturnType<LogService['received']> = []
  const statuses: number[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString(),
    })
    response.writeHead(statuses.shift() ?? 201).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    events: () => received.flatMap(({ body }) => body.split('\n').map((line) => JSON.parse(line))),
    next: (...next) => statuses.push(...next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
