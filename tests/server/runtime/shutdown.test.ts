import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Check } from 'typebox/value'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ApiHeaders } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/errors.ts'
import { isAlive } from '#server/db/embedded/processes.ts'
import { openSocket, portOf, rawReplyOf, readAll } from '#tests/support/raw-http.ts'
import { startTestApp } from '#tests/support/server.ts'
import { clusterIn, dataDirWithDatabase, startServerProcess } from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const BODY = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' })
const HEAD = `POST /api/auth/sign-in?v=1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n`
const GET = 'GET /api/config?v=1 HTTP/1.1\r\nhost: x\r\n\r\n'

const start = async (env: Record<string, string> = {}) => {
  const dataDir = await dataDirWithDatabase()
  const server = startServerProcess({ DATA_DIR: dataDir, ...env })
  const port = Number(new URL(await server.ready()).port)
  const postgres = Number.parseInt(readFileSync(join(clusterIn(dataDir), 'postmaster.pid'), 'utf8'), 10)
  return {
    server,
    port,
    /** Sends SIGTERM, and resolves once server and database are gone. */
    stop: async (): Promise<void> => {
      server.kill('SIGTERM')
      expect(await server.ended(), server.output()).toBe(0)
      expect(isAlive(postgres)).toBe(false)
      expect(existsSync(join(clusterIn(dataDir), 'postmaster.pid'))).toBe(false)
    },
  }
}

describe('SIGTERM', () => {
  it('answers requests in progress with Connection: close, and closes idle connections at once', async () => {
    const { port, stop } = await start()
    const [busy, idle, unused] = await Promise.all([openSocket(port), openSocket(port), openSocket(port)])
    const answered = readAll(busy)
    busy.write(HEAD)
    const kept = readAll(idle)
    idle.write(GET)
    const spare = readAll(unused)
    await delay(500)

    const stopped = stop()
    // Both were idle, the second without any request.
    expect(rawReplyOf(await kept).status).toBe(200)
    expect(await spare).toBe('')
    await delay(500)
    busy.write(BODY)
    const reply = rawReplyOf(await answered)

    expect(reply.status).toBe(401)
    expect(reply.headers.connection).toBe('close')
    await stopped
  })

  it('ends, PostgreSQL included, even if a request never ends', async () => {
    const { port, stop } = await start()
    const socket = await openSocket(port)
    const cut = readAll(socket)
    socket.write(HEAD)
    await delay(300)

    await stop()
    expect(await cut).toBe('')
  })

  it('keeps serving for DRAIN_MS, one request per connection', async () => {
    const { server, port, stop } = await start({ DRAIN_MS: '1500' })
    const stopped = stop()
    await delay(700)
    const [ready, served] = await Promise.all(
      ['/api/health/ready', '/api/config?v=1'].map(async (path) => {
        const socket = await openSocket(port)
        const text = readAll(socket)
        socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`)
        return rawReplyOf(await text)
      }),
    )
    expect([ready?.status, ready?.headers.connection]).toEqual([503, 'close'])
    expect([served?.status, served?.headers.connection], server.output()).toEqual([200, 'close'])
    await stopped
  })
})

describe('a request that arrives while the server closes', () => {
  it('gets 503 not_ready with Retry-After, in the contract’s shape and with its headers', async () => {
    const { app } = await startTestApp()
    await app.inject('/api/config?v=1')
    const holding = await openSocket(await portOf(app))
    holding.write(HEAD)
    // An entrance that stays open: connections to the server's own port are in progress or closed by now.
    const late = createServer((request, response) => app.routing(request, response))
    await new Promise<void>((resolve) => late.listen(0, '127.0.0.1', resolve))
    afterAll(() => late.close())
    const address = late.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await delay(200)

    const closed = app.close()
    await delay(100)
    for (const path of ['/api/config?v=1', '/api/nothing']) {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`)
      const body: unknown = await reply.json()
      expect([reply.status, Check(ErrorReply, body)]).toEqual([503, true])
      expect(body).toMatchObject({ code: 'not_ready' })
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        connection: 'close',
        'retry-after': '1',
        'content-security-policy': expect.any(String),
        'cache-control': 'no-store',
        [ApiHeaders.epoch]: expect.any(String),
      })
    }
    holding.destroy()
    await closed
  })
})
