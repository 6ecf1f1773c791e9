import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import removeServers from '#e2e/support/remove-servers.ts'
import { startTrollyServer, type TrollyServer } from '#e2e/support/server.ts'

/** The built server over that many demo products, for as long as `use` takes. What it kept goes with it. */
export const withTrollySite = async <Result>(
  products: number,
  use: (server: TrollyServer) => Promise<Result>,
): Promise<Result> => {
  // Not in the bench's own folder: PostgreSQL's user must be able to enter, where the bench runs as root.
  process.env.TROLLY_E2E_FOLDER ??= mkdtempSync(join(tmpdir(), `trolly-e2e-${process.pid}-`))
  const server = await startTrollyServer({ products })
  try {
    return await use(server)
  } finally {
    await server.stop()
  }
}

/** The data that were prepared for several benches, at the end of all. */
export const removeTrollySites = (): Promise<void> => removeServers()
