import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { copyDatabase, dropDatabase, onServer } from '#tests/support/throwaway-postgres.ts'
import { clockOf, type Demo, nameOf } from './demo-data.ts'
import { runServerProgram } from './server-process.ts'

/** Enough for every journey. Each test copies the database, which two years of orders make five times as large. */
const HISTORY_MONTHS = 4

/** A database in the run's PostgreSQL (global-setup.ts). */
export type DemoDatabase = { url: string; drop: () => Promise<void> }

/**
 * The test's own database with that many demo products. Filled once per run and size, by the first worker that needs it, then
 * copied.
 */
export const demoDatabase = async (demo: Demo): Promise<DemoDatabase> => {
  const serverUrl = process.env.TROLLY_E2E_DATABASE_SERVER
  if (serverUrl === undefined)
    throw new Error('TROLLY_E2E_DATABASE_SERVER is not set: start the run by its npm command.')
  const template = `demo_${nameOf(demo)}`
  await onServer(serverUrl, async (client) => {
    // Held until the connection ends: later workers wait, and then find it filled.
    await client.query('select pg_advisory_lock(hashtext($1))', [template])
    if (!(await exists(client, template))) await fill(client, { serverUrl, template, demo })
  })
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = await copyDatabase(serverUrl, { template, name })
  return {
    url,
    drop: async () => {
      await dropDatabase(serverUrl, name)
    },
  }
}

async function exists(client: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  return rowCount === 1
}

/** Under a temporary name until finished, so that a failed one is never copied. */
async function fill(
  client: pg.Client,
  { serverUrl, template, demo }: { serverUrl: string; template: string; demo: Demo },
): Promise<void> {
  const filling = `${template}_filling`
  await client.query(`drop database if exists ${filling} with (force)`)
  const url = await copyDatabase(serverUrl, { template: 'template1', name: filling })
  const size = ['--products', String(demo.products), '--months', String(HISTORY_MONTHS)]
  await runServerProgram('demo', [...size, '--quiet'], { DATABASE_URL: url, ...clockOf(demo) })
  await client.query(`alter database ${filling} rename to ${template}`)
}
