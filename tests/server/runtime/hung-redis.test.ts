import { createServer, type Socket } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { auth } from '#contract/auth.ts'
import { config } from '#contract/config.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { cheapPasswords } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { callerOf } from '#tests/support/server.ts'
import { startStallingProxy } from '#tests/support/stalling-proxy.ts'
import { startStandInRedis } from '#tests/support/stand-in-redis.ts'

const { database } = await testDatabase()

const withRedis = async (redisUrl: string) => {
  const lines: { level: number; msg: string }[] = []
  const app = await buildApp({
    config: { ...readConfig({}), env: 'test', redisUrl },
    passwords: cheapPasswords,
    database,
    log: { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  })
  afterAll(() => app.close())
  await app.ready()
  return {
    call: callerOf(app),
    logged: () => lines.map(({ msg }) => msg).filter((msg) => msg.includes('Redis')),
  }
}

const signIns = async (call: ReturnType<typeof callerOf>, email: string) => {
  const statuses: number[] = []
  for (let n = 0; n < 62; n += 1) {
    statuses.push((await call(auth.signIn, { body: { email, password: 'x' } })).status)
  }
  return statuses.filter((status) => status === 429).length
}

const expectAnswers = async (call: ReturnType<typeof callerOf>): Promise<void> => {
  for (let n = 0; n < 20; n += 1) expect((await call(config.get)).status).toBe(200)
}

const DOWN = 'Redis does not answer: this instance counts its rate limits alone'
const UP = 'Redis answers again: rate limits are shared'

it('a hung Redis stops no call, and the instance counts alone until it recovers', async () => {
  const redis = await startStandInRedis()
  const proxy = await startStallingProxy({ host: '127.0.0.1', port: redis.port })
  const { call, logged } = await withRedis(`redis://127.0.0.1:${proxy.port}`)
  await eventually(async () => {
    await call(config.get)
    expect(redis.counted()).toBeGreaterThan(0)
  })

  proxy.stall()
  // The first calls detect it; the others no longer ask.
  await expectAnswers(call)
  const counted = redis.counted()
  expect(await signIns(call, 'one@example.com')).toBe(2)
  expect(redis.counted()).toBe(counted)
  expect(logged()).toEqual([DOWN])

  proxy.resume()
  await eventually(() => expect(logged()).toEqual([DOWN, UP]))
  const before = redis.counted()
  expect((await call(config.get)).status).toBe(200)
  expect(redis.counted()).toBeGreaterThan(before)
})

it('a Redis that accepts connections but never replies stops nothing from the start, and limits still apply', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket.on('error', () => {})))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { call, logged } = await withRedis(`redis://127.0.0.1:${port}`)

  await expectAnswers(call)
  expect(await signIns(call, 'two@example.com')).toBe(2)
  await eventually(() => expect(sockets.size).toBeGreaterThan(2))
  expect(logged()).toEqual([DOWN])
})
