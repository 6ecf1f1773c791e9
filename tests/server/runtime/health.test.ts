import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { health } from '#contract/health.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { closeDatabase } from '#server/db/database.ts'
import { testDatabase } from '#tests/support/database.ts'

const startApp = async () => {
  const { database } = await testDatabase()
  const app = await buildApp({ config: { ...readConfig({}), env: 'test' }, database, log: false })
  apps.push(app)
  return { app, database }
}
const apps: { close: () => Promise<unknown> }[] = []
const ready = await startApp()
const behind = await startApp()
const draining = await startApp()
const cutOff = await startApp()

afterAll(() => Promise.all(apps.map((app) => app.close())))

const LIVE = `/api/${health.live.path}`
const READY = `/api/${health.ready.path}`

describe('health', () => {
  it('is live and ready with a migrated database', async () => {
    expect((await ready.app.inject(LIVE)).json()).toEqual({ status: 'live' })
    expect((await ready.app.inject(READY)).json()).toEqual({ status: 'ready' })
  })

  it('is never cached, whether the reply is yes or no', async () => {
    draining.app.health.drain()
    const replies = await Promise.all(
      [ready, draining].flatMap(({ app }) => [app.inject(LIVE), app.inject(READY)]),
    )
    expect(replies.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual([
      [200, 'no-store'],
      [200, 'no-store'],
      [200, 'no-store'],
      [503, 'no-store'],
    ])
  })

  it('is not ready while the database lacks a migration', async () => {
    await behind.database.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    )
    expect((await behind.app.inject(READY)).json()).toMatchObject({ code: 'not_ready' })
  })

  it('is live but not ready without its database, and says when to retry', async () => {
    await closeDatabase(cutOff.database)
    const reply = await cutOff.app.inject(READY)
    expect(reply.statusCode).toBe(503)
    expect(reply.headers['retry-after']).toBe('5')
    expect(reply.json()).toMatchObject({ code: 'not_ready', message: expect.any(String) })
    expect((await cutOff.app.inject(LIVE)).statusCode).toBe(200)
  })

  it('is not ready once the server is told to stop, while it still serves', async () => {
    draining.app.health.drain()
    expect((await draining.app.inject(READY)).statusCode).toBe(503)
    expect((await draining.app.inject(LIVE)).statusCode).toBe(200)
  })
})
