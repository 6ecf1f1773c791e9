import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster, stopPostmaster } from '#server/db/postmaster.ts'
import { isAlive } from '#server/db/processes.ts'

/**
 * Playwright's global teardown: databases that outlived a killed server are stopped, and the run's data is removed;
 * likewise what earlier runs left that were killed themselves.
 */
export default async (): Promise<void> => {
  const own = process.env.TROLLY_E2E_FOLDER
  if (own !== undefined) await removeRun(own)
  for (const name of readdirSync(tmpdir())) {
    const pid = /^trolly-e2e-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await removeRun(join(tmpdir(), name))
  }
}

async function removeRun(folder: string): Promise<void> {
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue
      const cluster = join(folder, entry.name, 'postgres/cluster')
      const left = await findPostmaster(cluster)
      if (left !== undefined) await stopPostmaster(cluster, left.pid)
    }
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // Another user's run: theirs to remove.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')))
      throw error
  }
}
