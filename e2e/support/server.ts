import { type Demo, demoData, emptyDataFolder } from './demo-data.ts'
import { demoDatabase } from './demo-database.ts'
import { databaseUrlOf, freePort, type ServerProcess, startServerProcess } from './server-process.ts'

/**
 * The built server as `npm start` runs it, with its own data. Stopping it closes its port, like a server that is down; starting
 * it again serves the same data on the same port.
 */
export type TrollyServer = {
  /** http://localhost:…, which browsers treat as a secure origin. */
  url: string
  dataDir: string
  /** For SQL statements while the server runs. */
  databaseUrl: () => string
  start: () => Promise<void>
  /** Like Ctrl-C. */
  stop: () => Promise<void>
  /** Like a power cut, but its database survives. */
  kill: () => Promise<void>
  /** Its output so far, across restarts. */
  output: () => string
}

export type TrollyServerOptions = {
  data: ServerData
  /** Additional settings, such as LOG_LEVEL. */
  env?: Record<string, string>
}

/** A server's data, and where it is. */
export type ServerData = {
  env: { DATA_DIR: string; DATABASE_URL?: string }
  /** Only an embedded database has one, while it runs. */
  databaseUrl: () => string
  /** Once the server has stopped. */
  remove: () => Promise<void>
}

/** A database in the run's PostgreSQL. */
export const sharedServerData = async (demo: Demo): Promise<ServerData> => {
  const { url, drop } = await demoDatabase(demo)
  return { env: { DATA_DIR: emptyDataFolder(), DATABASE_URL: url }, databaseUrl: () => url, remove: drop }
}

/** A separate embedded PostgreSQL, as with `npm start`. Its folder is removed with the run's. */
export const embeddedServerData = async (demo: Demo): Promise<ServerData> => {
  const dataDir = await demoData(demo)
  return { env: { DATA_DIR: dataDir }, databaseUrl: () => databaseUrlOf(dataDir), remove: async () => {} }
}

/** A running server. Its starter stops it and removes its data. */
export const startTrollyServer = async ({ data, env = {} }: TrollyServerOptions): Promise<TrollyServer> => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const started: ServerProcess[] = []
  let running: ServerProcess | undefined

  const start = async (): Promise<void> => {
    if (running !== undefined) throw new Error('The server runs already.')
    const settings = { ...data.env, PORT: String(port), DEMO_PRODUCTS: '0', ...env }
    running = await startServerProcess(url, settings)
    started.push(running)
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<void> => {
    const ending = running
    running = undefined
    await ending?.end(signal)
  }

  await start()
  return {
    url,
    dataDir: data.env.DATA_DIR,
    databaseUrl: data.databaseUrl,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    output: () => started.map(({ output }) => output()).join(''),
  }
}
