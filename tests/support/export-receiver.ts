import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Compile } from 'typebox/compile'
import { OrderExport } from '#contract/order-export.ts'
import type { Database } from '#server/db/database.ts'
import { projectRoot } from '#server/paths.ts'

/**
 * The supplier's system: a real HTTP server that stores what it accepts in its own database, once per key. It checks signatures
 * with the code given in docs/handing-over-orders.md.
 */
export type ExportReceiver = {
  config: { exportWebhookUrl: string; exportWebhookSecrets: string[] }
  /** Its table, in the order of arrival. */
  taken: () => Promise<Taken[]>
  /** Signed requests received, including failed ones. */
  requests: () => OrderExport[]
  /** How the next requests end; later ones succeed. */
  next: (...how: Failure[]) => void
  /** Called with each signed request before it is stored. */
  onRequest: (act: () => void) => void
  close: () => Promise<void>
}

export type Taken = { key: string; sequence: number; type: string; orderNo: string; revision: number }

/**
 * `down`: 503, not stored; `torn`: stored, and the connection lost before the reply; `moved`: a redirect; `lost`: lost before it
 * is stored.
 */
export type Failure = 'down' | 'torn' | 'moved' | 'lost'

type Verify = (secret: string, headers: IncomingMessage['headers'], body: Buffer, now: number) => boolean

const documentation = readFileSync(join(projectRoot, 'docs/handing-over-orders.md'), 'utf8')
const EXAMPLE = /```js\n(.*?)```/s.exec(documentation)?.[1] ?? ''
const { isOurs } = (await import(
  /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(EXAMPLE)}`
)) as { isOurs: Verify }

export const EXPORT_SECRET = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`
const exportShape = Compile(OrderExport)

/**
 * @param database empty, for its table
 * @param now decides whether a signature is recent
 */
export const startExportReceiver = async (
  database: Database,
  now = () => new Date(),
): Promise<ExportReceiver> => {
  const { $client } = database
  await $client.query(`CREATE TABLE taken (
    place bigint GENERATED ALWAYS AS IDENTITY, key uuid PRIMARY KEY, sequence bigint NOT NULL, type text NOT NULL,
    order_no text NOT NULL, revision int NOT NULL)`)
  const failures: Failure[] = []
  const requests: OrderExport[] = []
  let onRequest = (): void => {}

  const keep = async ({ type, data: { key, sequence, order } }: OrderExport): Promise<void> => {
    await $client.query(
      `INSERT INTO taken (key, sequence, type, order_no, revision) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (key) DO NOTHING`,
      [key, sequence, type, order.orderNo, order.revision],
    )
  }

  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    // The sender may be killed part-way.
    for await (const part of request.on('error', () => {})) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (!isOurs(EXPORT_SECRET, request.headers, body, now().getTime() / 1000))
      return response.writeHead(401).end('Not signed')
    const message: unknown = JSON.parse(body.toString())
    if (!exportShape.Check(message))
      return response.writeHead(400).end(JSON.stringify(exportShape.Errors(message)))
    if (message.data.key !== request.headers['webhook-id']) return response.writeHead(400).end('Another id')
    requests.push(message)
    onRequest()
    const failure = failures.shift()
    if (failure === 'down') return response.writeHead(503).end('Closed for stock-taking')
    if (failure === 'moved') return response.writeHead(307, { location: '/elsewhere' }).end()
    if (failure === 'lost') return request.socket.destroy()
    await keep(message)
    if (failure === 'torn') return request.socket.destroy()
    return response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    config: { exportWebhookUrl: `http://127.0.0.1:${port}/orders`, exportWebhookSecrets: [EXPORT_SECRET] },
    taken: async () => {
      const { rows } = await $client.query<Taken>(
        `SELECT key, sequence::int, type, order_no AS "orderNo", revision FROM taken ORDER BY place`,
      )
      return rows
    },
    requests: () => [...requests],
    next: (...how) => failures.push(...how),
    onRequest: (act) => {
      onRequest = act
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
