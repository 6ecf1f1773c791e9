import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostmaster, stopPostmaster } from '#server/db/embedded/postmaster.ts'
import { isAlive } from '#server/db/embedded/processes.ts'

/** Removes what killed runs have left in `parent`: their folders are named after `prefix` and their process. */
export const removeLeftovers = async (prefix: string, parent = tmpdir()): Promise<void> => {
  for (const name of readdirSync(parent)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (!Number.isNaN(pid) && !isAlive(pid)) await removeRun(join(parent, name))
  }
}

/** Removes a run's folder, after stopping the databases that run in it or in its data folders. */
export const removeRun = async (folder: string): Promise<void> => {
  try {
    await stopDatabaseIn(folder)
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) await stopDatabaseIn(join(folder, entry.name))
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // Another user's run: theirs to remove.
    if (!(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')))
      throw error
  }
}

/** Stops the database that runs in a data folder, if one does. */
export const stopDatabaseIn = async (dataDir: string): Promise<void> => {
  const cluster = join(dataDir, 'postgres/cluster')
  const left = await findPostmaster(cluster)
  if (left !== undefined) await stopPostmaster(cluster, left.pid)
}
