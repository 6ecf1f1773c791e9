import { chmodSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { openDataFolder } from '#server/db/embedded/data-folder.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import { isAlive } from '#server/db/embedded/processes.ts'
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

describe('a data folder', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'is left clean after %s, with its database stopped',
    async (signal) => {
      const dataDir = temporaryDataDir()
      const server = startServerProcess({ DATA_DIR: dataDir })
      expect(await isReady(await server.ready())).toBe(true)
      const database = postmasterPid(dataDir)

      server.kill(signal)

      expect(await server.ended(), server.output()).toBe(0)
      expect(existsSync(pidFile(dataDir))).toBe(false)
      expect(isAlive(database)).toBe(false)
    },
  )

  it('can be stopped during its first start', async () => {
    const dataDir = temporaryDataDir()
    const server = startServerProcess({ DATA_DIR: dataDir })
    await until(() => readdirSync(dataDir).length > 0)

    server.kill('SIGTERM')

    expect(await server.ended(), server.output()).toBe(0)
    expect(await findPostmaster(clusterIn(dataDir))).toBeUndefined()
  })

  it('has a database that only this machine reaches and a password that only its user reads', async () => {
    const dataDir = await dataDirWithDatabase()
    // As earlier builds made it.
    chmodSync(dataDir, 0o755)
    const postgres = await startEmbeddedPostgres({ dataDir, mode: 'own' })
    // Root's can be passed through by PostgreSQL's user.
    expect(statSync(dataDir).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
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

  it('is left as it is if it holds something else, such as a folder that others share', () => {
    const dataDir = temporaryDataDir()
    writeFileSync(join(dataDir, 'notes.txt'), '')
    chmodSync(dataDir, 0o775)
    openDataFolder(dataDir)
    expect(statSync(dataDir).mode & 0o777).toBe(0o775)
  })

  it('uses another port than a second data folder, even if both stored the same one', async () => {
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

describe('a start that fails after PostgreSQL has started', () => {
  it('stops PostgreSQL', async () => {
    const dataDir = await dataDirWithDatabase()
    writeFileSync(join(dataDir, 'postgres/password'), 'another')

    await expect(startEmbeddedPostgres({ dataDir, mode: 'own' })).rejects.toMatchObject({ code: '28P01' })

    expect(await findPostmaster(clusterIn(dataDir))).toBeUndefined()
    expect(existsSync(pidFile(dataDir))).toBe(false)
  })
})

describe('a second server on a data folder', () => {
  it('names the owner and exits, while the owner continues', async () => {
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

  it('is refused even if both start at once on an empty folder', async () => {
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

  it('can use the first server’s database and leaves it running', async () => {
    const dataDir = await dataDirWithDatabase()
    const owner = await startEmbeddedPostgres({ dataDir, mode: 'own' })

    const visitor = await startEmbeddedPostgres({ dataDir, mode: 'visit' })

    expect(visitor).toMatchObject({ owned: false, url: owner.url })
    await visitor.stop()
    expect(await findPostmaster(clusterIn(dataDir))).toMatchObject({ status: 'ready' })
    await owner.stop()
  })
})
