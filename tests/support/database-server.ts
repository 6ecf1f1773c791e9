import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '#server/db/migrate.ts'
import { removeLeftovers } from './leftovers.ts'
import { copyDatabase, startThrowawayPostgres, type ThrowawayPostgres } from './throwaway-postgres.ts'

/**
 * Vitest's global setup for the projects that need PostgreSQL: one embedded server for the whole run, in a temporary
 * folder, with a migrated database that every test file copies. Stopped when the last of those projects is done, whether
 * its tests passed or not; what a killed run left behind is removed by the next.
 */

const FOLDER = 'trolly-tests-'
const TEMPLATE = 'trolly_template'

type Running = { postgres: ThrowawayPostgres; folder: string }
type Shared = { running: Promise<Running>; users: number }

// Each project loads this file for itself; the process is the same.
const process_ = globalThis as typeof globalThis & { trollyTestServer?: Shared | undefined }

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  process_.trollyTestServer ??= { running: start(), users: 0 }
  const shared = process_.trollyTestServer
  shared.users += 1
  const { postgres } = await shared.running
  project.provide('databaseServerUrl', postgres.url)
  project.provide('templateDatabase', TEMPLATE)

  return async () => {
    shared.users -= 1
    if (shared.users > 0) return
    process_.trollyTestServer = undefined
    await stop(await shared.running)
  }
}

async function start(): Promise<Running> {
  await removeLeftovers(FOLDER)
  const folder = mkdtempSync(join(tmpdir(), `${FOLDER}${process.pid}-`))
  const postgres = await startThrowawayPostgres(folder)
  await migrateDatabase(await copyDatabase(postgres.url, { template: 'template1', name: TEMPLATE }))
  return { postgres, folder }
}

async function stop({ postgres, folder }: Running): Promise<void> {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
