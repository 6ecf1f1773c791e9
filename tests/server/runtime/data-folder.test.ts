import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { findPostmaster } from '#server/db/postmaster.ts'
import { isAlive } from '#server/db/processes.ts'
import type { StartError } from '#server/start-error.ts'
import {
  clusterIn,
  dataDirWithDatabase,
  startServerProcess,
  temporaryDataDir,
  until,
} from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const pidFile = (dataDir: string): string => join(clusterIn(dataDir), 'postmaster.pid')
const postmasterPid = (dataDir: string): number => Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)

const isReady = async (origin: string): Promise<boolean> => (await fetch(`${origin}/api/health/ready`)).ok

const startsAgain = async (dataDir: string): Promise<void> => {
  const server = startServerProcess({ DATA_DIR: dataDir })
  expect(await isReady(await server.ready())).toBe(true)
  server.kill('SIGTERM')
  expect(await server.ended(), server.output()).toBe(0)
}

describe('a data folder', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('is left in order by %s, its database stopped', async (signal) => {
    const dataDir = temporaryDataDir()
    const server = startServerProcess({ DATA_DIR: dataDir })
    expect(await isReady(await server.ready())).toBe(true)
    const database = postmasterPid(dataDir)

    server.kill(signal)

    expect(await server.ended(), server.output()).toBe(0)
    expect(existsSync(pidFile(dataDir))).toBe(false)
    expect(isAlive(database)).toBe(false)
  })

  it('stops in the middle of its first start when told to', async () => {
    const dataDir = temporaryDataDir()
    const server = startServerProcess({ DATA_DIR: dataDir })
    await until(() => readdirSync(dataDir).length > 0)

    server.kill('SIGTERM')

    expect(await server.ended(), server.output()).toBe(0)
    expect(await findPostmaster(clusterIn(dataDir))).toBeUndefined()
  })

  it('keeps its database to this machine and its password to its user', async () => {
    const postgres = await startEmbeddedPostgres({ dataDir: await dataDirWithDatabase(), mode: 'own' })
    const client = new pg.Client({ connectionString: postgres.administratorUrl })
    await client.connect()
    const { rows } = await client.query(
      "select current_setting('listen_addresses') as addresses, current_setting('data_directory') as folder",
    )
    const password = join(rows[0].folder, '../password')

    expect(rows[0].addresses).toBe('127.0.0.1')
    expect(statSync(password).mode & 0o077).toBe(0)
    const guess = new pg.Client({ connectionString: postgres.url.replace(/:[^:@]+@/, ':guess@') })
    await expect(guess.connect()).rejects.toMatchObject({ code: '28P01' })
    await client.end()
    await postgres.stop()
  })

  it('has a port of its own beside another data folder, also when both kept the same one', async () => {
    const [one, other] = [await dataDirWithDatabase(), await dataDirWithDatabase()]
    const first = await startEmbeddedPostgres({ dataDir: one, mode: 'own' })
    const second = await startEmbeddedPostgres({ dataDir: other, mode: 'own' })
    const port = new URL(first.url).port
    expect(new URL(second.url).port).not.toBe(port)
    await second.stop()
    writeFileSync(join(other, 'postgres/port'), port)

    const again = await startEmbeddedPostgres({ dataDir: other, mode: 'own' })

    expect(new URL(again.url).port).not.toBe(port)
    await again.stop()
    await first.stop()
  })
})

describe('a start that fails once PostgreSQL runs', () => {
  it('stops it', async () => {
    const dataDir = await dataDirWithDatabase()
    writeFileSync(join(dataDir, 'postgres/password'), 'another')

    await expect(startEmbeddedPostgres({ dataDir, mode: 'own' })).rejects.toMatchObject({ code: '28P01' })

    expect(await findPostmaster(clusterIn(dataDir))).toBeUndefined()
    expect(existsSync(pidFile(dataDir))).toBe(false)
  })
})

describe('a second server on a data folder', () => {
  it('says who owns it and ends, and the owner goes on', async () => {
    const dataDir = await dataDirWithDatabase()
    const owner = startServerProcess({ DATA_DIR: dataDir })
    const origin = await owner.ready()
    const begun = new Date().toISOString().slice(0, 10)

    const second = startServerProcess({ DATA_DIR: dataDir })

    expect(await second.ended()).toBe(1)
    expect(second.output()).toContain(`process ${owner.pid}, port ${new URL(origin).port}, since ${begun}`)
    expect(second.output().trimEnd()).toMatch(/\[data_dir_in_use\]$/)
    expect(await isReady(origin)).toBe(true)
  })

  it('is refused also when both start at once on an empty folder', async () => {
    const dataDir = temporaryDataDir()
    const servers = [startServerProcess({ DATA_DIR: dataDir }), startServerProcess({ DATA_DIR: dataDir })]

    const refused = await Promise.race(servers.map((server) => server.ended().then(() => server)))
    const owner = servers.find((server) => server !== refused)

    expect(refused.output()).toContain('[data_dir_in_use]')
    expect(await isReady((await owner?.ready()) ?? '')).toBe(true)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
    owner?.kill('SIGTERM')
    expect(await owner?.ended()).toBe(0)
  })

  it('may visit the database that the first one runs, and leaves it running', async () => {
    const dataDir = await dataDirWithDatabase()
    const owner = await startEmbeddedPostgres({ dataDir, mode: 'own' })

    const visitor = await startEmbeddedPostgres({ dataDir, mode: 'visit' })

    expect(visitor).toMatchObject({ owned: false, url: owner.url })
    await visitor.stop()
    expect(await findPostmaster(clusterIn(dataDir))).toMatchObject({ status: 'ready' })
    await owner.stop()
  })
})

describe('after a crash', () => {
  it('of the server, the next one goes on with the database that outlived it', async () => {
    const dataDir = await dataDirWithDatabase()
    const killed = startServerProcess({ DATA_DIR: dataDir })
    await killed.ready()
    const database = postmasterPid(dataDir)
    killed.kill('SIGKILL')
    await killed.ended()

    const next = startServerProcess({ DATA_DIR: dataDir })

    expect(await isReady(await next.ready())).toBe(true)
    expect(postmasterPid(dataDir)).toBe(database)
    next.kill('SIGTERM')
    expect(await next.ended(), next.output()).toBe(0)
    expect(await findPostmaster(clusterIn(dataDir))).toBeUndefined()
  })

  it('of the server and its database, the next one starts', async () => {
    const dataDir = await dataDirWithDatabase()
    const killed = startServerProcess({ DATA_DIR: dataDir })
    await killed.ready()
    killed.kill('SIGKILL')
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await killed.ended()

    await startsAgain(dataDir)
  })

  it('while the database folder was being made, the next one makes it anew', async () => {
    const dataDir = temporaryDataDir()
    const killed = startServerProcess({ DATA_DIR: dataDir })
    await until(() => readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')))
    killed.kill('SIGKILL')
    await killed.ended()
    expect(existsSync(clusterIn(dataDir))).toBe(false)

    await startsAgain(dataDir)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  it('while PostgreSQL was starting, the next one starts', async () => {
    const dataDir = await dataDirWithDatabase()
    const killed = startServerProcess({ DATA_DIR: dataDir })
    await until(() => existsSync(pidFile(dataDir)))
    killed.kill('SIGKILL')
    await killed.ended()

    await startsAgain(dataDir)
  })

  it('a pid file that names a process of another kind does not stop the next one', async () => {
    const dataDir = await dataDirWithDatabase()
    await startsAgain(dataDir)
    writeFileSync(
      pidFile(dataDir),
      `${process.pid}\n${clusterIn(dataDir)}\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`,
    )

    await startsAgain(dataDir)
  })

  it('of PostgreSQL alone, the server says so and ends', async () => {
    const dataDir = await dataDirWithDatabase()
    const server = startServerProcess({ DATA_DIR: dataDir })
    await server.ready()

    process.kill(postmasterPid(dataDir), 'SIGKILL')

    expect(await server.ended()).toBe(1)
    expect(server.output()).toMatch(/^Trolly cannot run: .+ \[database_stopped\]$/m)
  })

  it('of one of PostgreSQL’s processes, the folder stays the server’s', async () => {
    const dataDir = await dataDirWithDatabase()
    let lost: StartError | undefined
    const postgres = await startEmbeddedPostgres({
      dataDir,
      mode: 'own',
      onLost: (error) => {
        lost = error
      },
    })
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const cut = new Promise((resolve) => client.once('end', resolve))

    // PostgreSQL cuts every connection, the owner's too, and begins anew.
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
    await cut

    const second = startServerProcess({ DATA_DIR: dataDir })
    expect(await second.ended()).toBe(1)
    expect(second.output()).toContain(`process ${process.pid}`)
    expect(lost).toBeUndefined()
    await postgres.stop()
  })
})
