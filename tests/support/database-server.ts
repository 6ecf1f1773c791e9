import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#server/db/migrate.ts'
import { removeLeftovers } from './leftovers.ts'
import { copyDatabase, startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

/**
 * Vitest's global setup for the projects that need PostgreSQL: one embedded server for the whole run, in a temporary folder, with
 * a migrated database that every test file copies; and the built server, for tests that start it as a process. Stopped after the
 * last of those projects, whether its tests passed or not; the next run removes what a killed one left behind.
 */

const ROOT = join(import.meta.dirname, '../..')
const FOLDER = 'trolly-tests-'
const MEMORY = '/dev/shm'
/** A run needs a tenth of that. */
const MEMORY_BYTES_MIN = 4 * 2 ** 30
const TEMPLATE = 'trolly_template'

type Running = { postgres: ThrowawayPostgres; folder: string }
type Shared = { running: Promise<Running>; users: number }

// Each project loads this file separately, in the same process.
const process_ = globalThis as typeof globalThis & { trollyTestServer?: Shared | undefined }

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  process_.trollyTestServer ??= { running: start(), users: 0 }
  const shared = process_.trollyTestServer
  shared.users += 1
  const { postgres, folder } = await shared.running
  project.provide('databaseServerUrl', postgres.url)
  project.provide('templateDatabase', TEMPLATE)
  project.provide('runFolder', folder)

  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    process_.trollyTestServer = undefined
    await stop(await shared.running)
  }
}

async function start(): Promise<Running> {
  const parent = parentFolder()
  await removeLeftovers(FOLDER, parent)
  const folder = mkdtempSync(join(parent, `${FOLDER}${process.pid}-`))
  const [postgres] = await Promise.all([
    startThrowawayPostgres(folder),
    // Starts ten times faster than from source. Builds only if something has changed.
    promisify(execFile)(process.execPath, ['scripts/build.mjs', 'server'], { cwd: ROOT }),
  ])
  await migrateDatabase(await copyDatabase(postgres.url, { template: 'template1', name: TEMPLATE }))
  return { postgres, folder }
}

/** In memory if there is enough: copying a data folder takes an eighth of the time it takes on disk. */
function parentFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > MEMORY_BYTES_MIN ? MEMORY : tmpdir()
}

async function stop({ postgres, folder }: Running): Promise<void> {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
