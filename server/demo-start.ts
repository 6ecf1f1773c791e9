import type { Config } from './config.ts'
import { closeDatabase, type Database, openDatabase } from './db/database.ts'
import { DEMO_PRODUCTS_DEFAULT, fillWithDemoData, isEmptyDatabase } from './db/demo/fill.ts'
import { isDemoDatabase } from './db/demo/reset.ts'
import { DEMO_SIGN_INS } from './db/demo/sign-ins.ts'
import { StartError } from './start-error.ts'

/**
 * Fills an empty database with the demo, unless the settings say otherwise: one's own (DATABASE_URL) only where
 * DEMO_PRODUCTS asks for it. Instances that start at once take turns, and one of them fills.
 * @throws StartError `demo_failed`; the database stands as before
 */
export const fillIfEmpty = async (
  database: Database,
  { url, config, say }: { url: string; config: Config; say: (line: string) => void },
): Promise<void> => {
  const products = config.demoProducts ?? (config.databaseUrl === undefined ? DEMO_PRODUCTS_DEFAULT : 0)
  if (products === 0 || !(await isEmptyDatabase(database))) return
  say(`Filling the empty database with a demo of ${products} products…`)
  // A catalogue takes longer than any statement of a request may.
  const own = openDatabase({ url, connections: 2, applicationName: 'trolly demo', statementTimeoutMs: 0 })
  try {
    await fillWithDemoData(own, { products })
  } catch (error) {
    throw new StartError(
      'demo_failed',
      `The demo could not be made, and the database stands as before (${error instanceof Error ? error.message : String(error)}). DEMO_PRODUCTS=0 starts with an empty one.`,
      { cause: error },
    )
  } finally {
    await closeDatabase(own)
  }
}

/** Who may sign in where the demo is in the database; nothing where it is somebody's own. */
export const describeSignIns = async (database: Database): Promise<string[]> => {
  if (!(await isDemoDatabase(database))) return []
  const width = Math.max(...DEMO_SIGN_INS.map(({ email }) => email.length))
  const passwords = new Set(DEMO_SIGN_INS.map(({ password }) => password))
  return [
    `Demo sign-ins (password ${[...passwords].join(', ')}):`,
    ...DEMO_SIGN_INS.map(({ email, shows }) => `  ${email.padEnd(width)}  ${shows}`),
  ]
}
