import { removeLeftovers, removeRun } from '#tests/support/leftovers.ts'

/**
 * Playwright's global teardown: databases that outlived a killed server are stopped, and the run's data is removed;
 * likewise what earlier runs left that were killed themselves.
 */
export default async (): Promise<void> => {
  const own = process.env.TROLLY_E2E_FOLDER
  if (own !== undefined) await removeRun(own)
  await removeLeftovers('trolly-e2e-')
}
