import type { IncomingMessage, Server } from 'node:http'
import { isStaffType } from '#domain/user.ts'
import { CodedError } from './coded-error.ts'
import type { Config } from './config.ts'
import { closeDatabase, type Database, openDatabase } from './db/database.ts'
import type { DemoUsers } from './db/demo/demo-password.ts'
import { DEMO_PRODUCTS_DEFAULT, fillWithDemoData, isEmptyDatabase } from './db/demo/fill.ts'
import { errorText } from './error-text.ts'

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
      `The demo could not be made, and the database is unchanged (${errorText(error)}). DEMO_PRODUCTS=0 starts with an empty one.`,
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

/** Only its requests show that a proxy forwards to this machine. Said once. */
export const warnOfProxy = (
  server: Server,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  warn: (line: string) => void,
): void => {
  if (trustProxy !== false) return
  const look = ({ headers }: IncomingMessage): void => {
    if (!FORWARDED.some((name) => headers[name] !== undefined)) return
    server.off('request', look)
    warn(
      'Warning: requests come through a proxy, so other machines can reach the server and its demo users. Set TRUST_PROXY; before it holds anything real: npm run demo -- --deactivate',
    )
  }
  server.on('request', look)
}

const FORWARDED = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip']

const LOOPBACK = /^(127\.|::1$|localhost$)/

export const warningOf = (
  demo: DemoUsers,
  { host, trustProxy }: Pick<Config, 'host' | 'trustProxy'>,
): string => {
  const who = 'anyone who reaches it and knows their password can sign in'
  const reach =
    host !== undefined && !LOOPBACK.test(host)
      ? `and the server listens on ${host}: ${who}.`
      : trustProxy !== false
        ? `and the server takes requests from a proxy: ${who}.`
        : `so the server listens on this machine alone${host === undefined ? ' (HOST=:: opens it to your network)' : ''}. If a proxy here forwards to it, ${who}.`
  const staff = demo.signIns.filter(({ accountType }) => isStaffType(accountType))
  const see = staff.length === 0 ? '' : ` ${staff.length} of them may see every customer.`
  return `Warning: this database has demo users, ${reach}${see} Before it holds anything real: npm run demo -- --deactivate`
}
