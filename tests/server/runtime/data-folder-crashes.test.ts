import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import type { CodedError } from '#server/coded-error.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import {
  clusterIn,
  dataDirWithDatabase,
  isReady,
  pidFile,
  postmasterPid,
  startServerProcess,
  temporaryDataDir,
  until,
} from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const startsAgain = async (dataDir: string): Promise<void> => {
  const server = startServerProcess({ DATA_DIR: dataDir })
  expect(await isReady(await server.ready())).toBe(true)
  server.kill('SIGTERM')
  expect(await server.ended(), server.output()).toBe(0)
}

describe('after a crash', () => {
  it('of the server, the next one continues with the surviving database', async () => {
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

  it('while the database folder was being created, the next one creates it again', async () => {
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

  it('a pid file naming an unrelated process does not stop the next server', async () => {
    const dataDir = await dataDirWithDatabase()
    await startsAgain(dataDir)
    writeFileSync(
      pidFile(dataDir),
      `${process.pid}\n${clusterIn(dataDir)}\n1\n5432\n\n127.0.0.1\n1 1\nready   \n`,
    )

    await startsAgain(dataDir)
  })

  it('of PostgreSQL alone, the server says so and exits', async () => {
    const dataDir = await dataDirWithDatabase()
    const server = startServerProcess({ DATA_DIR: dataDir })
    await server.ready()

    process.kill(postmasterPid(dataDir), 'SIGKILL')

    expect(await server.ended()).toBe(1)
    expect(server.output()).toMatch(/^Trolly cannot run: .+ \[database_stopped\]$/m)
  })

  it('of one PostgreSQL process, the server keeps the folder', async () => {
    const dataDir = await dataDirWithDatabase()
    let lost: CodedError | undefined
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

    // PostgreSQL cuts every connection, the owner's too, and restarts.
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL')
    await cut

    const second = startServerProcess({ DATA_DIR: dataDir })
    expect(await second.ended()).toBe(1)
    expect(second.output()).toContain(`process ${process.pid}`)
    expect(lost).toBeUndefined()
    await postgres.stop()
  })
})
