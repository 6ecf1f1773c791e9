import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findPostmaster, stopPostmaster } from '#server/db/postmaster.ts'
import { removeRunFolder } from './server.ts'

/** Playwright's global teardown: databases that outlived a killed server are stopped, and the run's data is removed. */
export default async (): Promise<void> => {
  const folder = process.env.TROLLY_E2E_FOLDER ?? ''
  for (const name of readdirSync(folder, { withFileTypes: true })) {
    if (!name.isDirectory()) continue
    const cluster = join(folder, name.name, 'postgres/cluster')
    const left = await findPostmaster(cluster)
    if (left !== undefined) await stopPostmaster(cluster, left.pid)
  }
  removeRunFolder()
}
