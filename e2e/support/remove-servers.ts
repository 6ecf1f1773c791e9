import { removeLeftovers, removeRun } from '#tests/support/leftovers.ts'

/**
 * Playwright's global teardown: stops databases that outlived a killed server and removes the run's data, including what earlier
 * killed runs left.
 */
export default async (): Promise<void> => {
  const own = process.env.TROLLY_E2E_FOLDER
  if (own !== undefined) await removeRun(own)
  await removeLeftovers('trolly-e2e-')
}
