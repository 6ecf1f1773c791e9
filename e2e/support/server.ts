import { demoData } from './demo-data.ts'
import { databaseUrlOf, freePort, type ServerProcess, startServerProcess } from './server-process.ts'

/**
 * The built server as `npm start` runs it, with data of its own. Stopping it refuses its port, as a server does that is
 * away; starting it again serves the same data on the same port.
 */
export type TrollyServer = {
  /** http://localhost:…, which browsers take for a safe origin. */
  url: string
  /** What it keeps. */
  dataDir: string
  /** For statements about what is kept, while the server runs. */
  databaseUrl: () => string
  start: () => Promise<void>
  /** As Ctrl-C does. */
  stop: () => Promise<void>
  /** As a power cut does to the server; its database outlives it. */
  kill: () => Promise<void>
  /** What it has written so far, from start to start. */
  output: () => string
}

export type TrollyServerOptions = {
  /** How many demo products its database holds. */
  products: number
  /** Further settings, such as LOG_LEVEL. */
  env?: Record<string, string>
}

/** A server that runs. Whoever starts it stops it, and its data goes with the run's folder. */
export const startTrollyServer = async ({
  products,
  env = {},
}: TrollyServerOptions): Promise<TrollyServer> => {
  const dataDir = await demoData(products)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const started: ServerProcess[] = []
  let running: ServerProcess | undefined

  const start = async (): Promise<void> => {
    if (running !== undefined) throw new Error('The server runs already.')
    const settings = { DATA_DIR: dataDir, PORT: String(port), DEMO_PRODUCTS: '0', ...env }
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
    dataDir,
    databaseUrl: () => databaseUrlOf(dataDir),
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    output: () => started.map(({ output }) => output()).join(''),
  }
}
