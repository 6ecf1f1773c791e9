import { isStaffType } from '#domain/user.ts'
import { CodedError } from './coded-error.ts'
import type { Config } from './config.ts'
import { closeDatabase, type Database, openDatabase } from './db/database.ts'
import type { DemoUsers } from './db/demo/demo-password.ts'
import { DEMO_PRODUCTS_DEFAULT, fillWithDemoData, isEmptyDatabase } from './db/demo/fill.ts'

/**
 * Fills an empty database with the demo; the operator's own (DATABASE_URL) only with DEMO_PRODUCTS. Instances take
 * turns. @throws CodedError `demo_failed`; the database is unchanged
 */
export const fillIfEmpty = async (
  database: Database,
  { url, config, say }: { url: string; config: Config; say: (line: string) => void },
): Promise<void> => {
  const products = config.demoProducts ?? (config.databaseUrl === undefined ? DEMO_PRODUCTS_DEFAULT : 0)
  if (products === 0 || !(await isEmptyDatabase(database))) return
  say(`Filling the empty database with a demo of ${products} products…`)
  // A catalogue takes longer than the statement time-out of requests.
  const own = openDatabase({ url, connections: 2, applicationName: 'trolly demo', statementTimeoutMs: 0 })
  try {
    await fillWithDemoData(own, {
      products,
      ...(config.demoPassword !== undefined && { password: config.demoPassword }),
    })
  } catch (error) {
    throw new CodedError(
      'demo_failed',
      `The demo could not be made, and the database is unchanged (${error instanceof Error ? error.message : String(error)}). DEMO_PRODUCTS=0 starts with an empty one.`,
      { cause: error },
    )
  } finally {
    await closeDatabase(own)
  }
}

export const describeSignIns = (demo: DemoUsers | undefined): string[] => {
  if (demo === undefined) return []
  const width = Math.max(...demo.signIns.map(({ email }) => email.length))
  return [
    `Demo sign-ins (password ${demo.password}):`,
    ...demo.signIns.map(({ email, shows }) => `  ${email.padEnd(width)}  ${shows}`),
  ]
}

const LOOPBACK = /^(127\.|::1$|localhost$)/

/** @param host the setting HOST, if set */
export const warningOf = (demo: DemoUsers, host: string | undefined): string => {
  const reach =
    host === undefined
      ? 'so only this machine can reach the server; HOST=:: opens it to your network.'
      : LOOPBACK.test(host)
        ? 'and only this machine can reach the server.'
        : `and the server listens on ${host}: anyone who reaches it and knows their password can sign in.`
  const staff = demo.signIns.filter(({ accountType }) => isStaffType(accountType))
  const see = staff.length === 0 ? '' : ` ${staff.length} of them may see every customer.`
  return `Warning: this database has demo users, ${reach}${see} Before it holds anything real: npm run demo -- --deactivate`
}
