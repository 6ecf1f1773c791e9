import { join } from 'node:path'
import { startThrowawayPostgres } from '#tests/support/throwaway-postgres.ts'
import { runFolder } from './demo-data.ts'

/**
 * Playwright's global setup: the run's PostgreSQL, for the databases of demo-database.ts. It is in the run's folder, so
 * remove-servers.ts stops and removes it, even after a killed run.
 */
export default async (): Promise<void> => {
  const { url } = await startThrowawayPostgres(join(runFolder(), 'shared'))
  // The workers inherit it.
  process.env.TROLLY_E2E_DATABASE_SERVER = url
}
