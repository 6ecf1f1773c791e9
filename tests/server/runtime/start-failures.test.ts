import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { findPostmaster } from '#server/db/embedded/postmaster.ts'
import {
  clusterIn,
  dataDirWithDatabase,
  pidFile,
  startServerProcess,
  temporaryDataDir,
} from '#tests/support/server-process.ts'

vi.setConfig({ testTimeout: 90_000 })

const occupied = createServer()
await new Promise<void>((resolve) => occupied.listen(0, '127.0.0.1', resolve))
const address = occupied.address()
const occupiedPort = typeof address === 'object' && address !== null ? address.port : 0
afterAll(() => occupied.close())

/** A file where a folder should be: not even root can create anything there. */
const fileInTheWay = (): string => {
  const file = join(temporaryDataDir(), 'file')
  writeFileSync(file, '')
  return join(file, 'data')
}

/** Nothing keeps running after a server that refused, and the next start finds the folder clean. */
const expectNoPostgres = async (dataDir: string | undefined): Promise<void> => {
  if (dataDir === undefined || !existsSync(clusterIn(dataDir))) return
  expect(await findPostmaster(clusterIn(dataDir))).toBeUndefined()
  expect(existsSync(pidFile(dataDir))).toBe(false)
}

describe('a server that cannot start', () => {
  it.each([
    [
      'a port in use',
      'port_in_use',
      async () => ({ DATA_DIR: await dataDirWithDatabase(), PORT: String(occupiedPort) }),
    ],
    [
      'a host of another machine',
      'host_unavailable',
      async () => ({ DATA_DIR: await dataDirWithDatabase(), HOST: '192.0.2.1' }),
    ],
    [
      'a data folder that cannot be created',
      'data_dir_not_writable',
      async () => ({ DATA_DIR: fileInTheWay() }),
    ],
    [
      'a database that does not answer',
      'database_unreachable',
      async () => ({ DATABASE_URL: 'postgres://u:hidden@127.0.0.1:1/x' }),
    ],
    ['a wrong setting', 'invalid_config', async () => ({ PORT: 'hidden' })],
  ])('for %s says so in one line with %s and exits with 1', async (_, code, env) => {
    const settings: Record<string, string> = await env()
    const server = startServerProcess(settings)

    expect(await server.ended()).toBe(1)
    const lines = server
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('{'))
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^Trolly cannot run: .+ \\[${code}\\]$`))
    expect(server.output()).not.toContain('hidden')
    await expectNoPostgres(settings.DATA_DIR)
  })

  it('for a database of another PostgreSQL version names both versions', async () => {
    const dataDir = await dataDirWithDatabase()
    const version = readFileSync(join(clusterIn(dataDir), 'PG_VERSION'), 'utf8').trim()
    writeFileSync(join(clusterIn(dataDir), 'PG_VERSION'), '12\n')
    const server = startServerProcess({ DATA_DIR: dataDir })

    expect(await server.ended()).toBe(1)
    expect(server.output()).toContain('made by PostgreSQL 12')
    expect(server.output()).toContain(`PostgreSQL ${version}`)
    expect(server.output()).toContain('[data_dir_other_version]')
  })
})
