import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupName, writeBackup } from '#server/db/backup/write-backup.ts'
import { errorText } from '#server/error-text.ts'

const KEPT = 5

export type ServerBackups = {
  folder: string
  list: () => Promise<{ name: string; bytes: number; at: string }[]>
  /** One at a time: while one is being written, nothing happens. */
  begin: (now: Date) => void
  state: () => { runningSince: string | null; lastError: string }
  /** Ends one that is being written; its file goes. */
  close: () => Promise<void>
}

/** Backups as `npm run backup` writes them, begun from the app. */
export const serverBackupsOf = ({ folder, url }: { folder: string; url: string }): ServerBackups => {
  const aborting = new AbortController()
  let running: { since: string; done: Promise<void> } | undefined
  let lastError = ''

  const list = async () => {
    const names = await readdir(folder).catch(() => [])
    const files = await Promise.all(
      names
        .filter((name) => name.endsWith('.backup.gz'))
        .map(async (name) => {
          const { size, mtime } = await stat(join(folder, name))
          return { name, bytes: size, at: mtime.toISOString() }
        }),
    )
    return files.sort((a, b) => b.at.localeCompare(a.at) || b.name.localeCompare(a.name))
  }

  const write = async (now: Date): Promise<void> => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeBackup(join(folder, backupName(now)), { url, signal: aborting.signal, now: () => now })
      lastError = ''
      for (const { name } of (await list()).slice(KEPT)) await rm(join(folder, name), { force: true })
    } catch (error) {
      lastError = errorText(error)
    } finally {
      running = undefined
    }
  }

  return {
    folder,
    list,
    begin: (now) => {
      running ??= { since: now.toISOString(), done: Promise.resolve().then(() => write(now)) }
    },
    state: () => ({ runningSince: running?.since ?? null, lastError }),
    close: async () => {
      aborting.abort()
      await running?.done
    },
  }
}
