import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GivenNumbers } from './new-epoch.ts'

/**
 * What the server last saw of its databases, kept outside of them: a database that is put back does not put these back.
 * One file for each epoch, so that a copy and its original do not disturb each other.
 */
export type HeartbeatRecord = {
  epoch: string
  /** The same for a database and all its copies. */
  lineage: string
  count: number
  given: GivenNumbers
}

/** Files that are missing or damaged prove nothing, and are skipped. */
export const readHeartbeatRecords = async (stateDir: string): Promise<HeartbeatRecord[]> => {
  const names = await readdir(stateDir).catch(() => [])
  const records = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) =>
        readFile(join(stateDir, name), 'utf8')
          .then(JSON.parse)
          .catch(() => undefined),
      ),
  )
  return records.filter(isRecord)
}

const isRecord = (value: unknown): value is HeartbeatRecord => {
  const record = value as Partial<HeartbeatRecord> | null | undefined
  return (
    typeof record?.epoch === 'string' && typeof record.count === 'number' && typeof record.given === 'object'
  )
}

/** @throws where the folder cannot be written */
export const writeHeartbeatRecord = async (stateDir: string, record: HeartbeatRecord): Promise<void> => {
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  const file = join(stateDir, `${record.epoch}.json`)
  const part = `${file}.${process.pid}.part`
  await writeFile(part, JSON.stringify(record), { mode: 0o600 })
  await rename(part, file)
}
