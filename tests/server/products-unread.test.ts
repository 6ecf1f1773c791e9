import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it } from 'vitest'
import { aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { app, database } = await startTestApp()
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0

const PLAIN_AT_ONCE = 8

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Requests the product list uncompressed and reads nothing beyond the system's buffers. */
const askAndNotRead = (token: string): { socket: Socket; hasBegun: () => boolean } => {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write(
    `GET /api/product/assortment HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  )
  let begun = false
  socket.once('data', () => {
    begun = true
    socket.pause()
  })
  socket.on('error', () => {})
  return { socket, hasBegun: () => begun }
}

it('unpacks an unread list for few readers at once, and no faster than it is read', async () => {
  // 16 MB of JSON: more than the system buffers for a reader that reads nothing.
  await database.execute(sql`
    INSERT INTO products (product_no, name, description, pack)
    SELECT 'P' || lpad(n::text, 5, '0'), 'Product ' || n, '', repeat(md5(n::text), 250) FROM generate_series(1, 2000) n`)
  const tokens = await Promise.all(Array.from({ length: 60 }, async () => (await aUser(database)).token))
  const whole = await app.inject({
    url: '/api/product/assortment',
    headers: { authorization: `Bearer ${tokens[0]}` },
  })
  expect(whole.payload.length).toBeGreaterThan(16_000_000)

  const before = process.memoryUsage()
  const readers = tokens.map(askAndNotRead)
  const begun = () => readers.filter(({ hasBegun }) => hasBegun()).length
  await expect.poll(begun, { timeout: 10_000 }).toBe(PLAIN_AT_ONCE)
  await delay(300)
  expect(begun()).toBe(PLAIN_AT_ONCE)
  const { arrayBuffers } = process.memoryUsage()
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(PLAIN_AT_ONCE * 5_000_000)

  // A reader that disconnects makes room; the server has not waited for it.
  for (const { socket, hasBegun } of readers) if (hasBegun()) socket.destroy()
  await expect.poll(begun, { timeout: 10_000 }).toBe(2 * PLAIN_AT_ONCE)
  expect((await app.inject('/api/health/live')).statusCode).toBe(200)
})

it('frees the place of readers that disconnect before their reply is made', async () => {
  const { token } = await aUser(database)
  for (let gone = 0; gone < 60; gone += 1) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `GET /api/product/assortment HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    await delay(gone % 6)
    socket.destroy()
  }
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
      return (await app.inject({ url: '/api/product/assortment', headers })).statusCode
    })
    .toBe(200)
})
