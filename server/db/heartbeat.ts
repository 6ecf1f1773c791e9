import { createHash } from 'node:crypto'
import pg from 'pg'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { type HeartbeatRecord, readHeartbeatRecords, writeHeartbeatRecord } from './heartbeat-records.ts'
import { hasFutureTransactions, readGivenNumbers, startNewEpoch } from './new-epoch.ts'
import { type Connection, inTransaction } from './transaction.ts'

/**
 * A running server counts its heartbeats in the setting `heartbeat`, and notes the count outside of the database too.
 * Where the two, or the row and the place it is found in, do not fit together, the database was put back or copied and
 * begins a new epoch. A restart, a crash and a second instance change nothing that is compared.
 */
export type Heartbeat = {
  /**
   * @param restored the epoch whose database a device has proved to have gone back
   * @returns what was noticed and done, in words for the operator; usually undefined
   */
  beat: (restored?: string) => Promise<string | undefined>
}

export type HeartbeatOptions = {
  url: string
  database: Database
  stateDir: string
  /** The embedded database's, which a copy of the folder does not share. */
  folderMadeAt: string | undefined
  now?: () => number
  /** Called at the first failure to note the count in `stateDir`. */
  onUnrecorded?: (error: unknown) => void
}

/** 'trol', 'beat': one instance at a time, so that only one begins the new epoch. */
const LOCK = [0x74726f6c, 0x62656174] as const

type Place = {
  /** PostgreSQL's identifier of the cluster; null where a hosted database does not tell. */
  system: string | null
  database: string
  /** Raised when a standby takes over. */
  timeline: number | null
  folder: string | null
}

type Beat = Place & {
  count: number
  /** The transaction that wrote this, and so the row's `xmin`, unless another program wrote the row again. */
  transaction: string
  /** ISO. */
  at: string
}

type Seen = {
  beat: Beat | null
  /** The row's `xmin`, which is the transaction modulo 2^32. */
  writtenBy: string | null
  epoch: string
  lineage: string
  lastOrderAt: Date | null
  place: Place
  hasFuture: boolean
  records: HeartbeatRecord[]
  restored: string | undefined
}

type Evidence = { why: string; holds: (seen: Seen) => boolean; keepsSignIns?: true }

const isElsewhere =
  (part: keyof Place) =>
  ({ beat, place }: Seen): boolean => {
    const [then, now] = [beat?.[part] ?? null, place[part]]
    return then !== null && now !== null && then !== now
  }

const EVIDENCE: readonly Evidence[] = [
  {
    why: 'it is older than this server last saw it',
    holds: ({ beat, records, epoch }) =>
      (records.find((record) => record.epoch === epoch)?.count ?? 0) > (beat?.count ?? 0),
  },
  {
    why: 'another program wrote its rows',
    holds: ({ beat, writtenBy }) =>
      beat !== null && String(BigInt(beat.transaction) % 2n ** 32n) !== writtenBy,
  },
  { why: 'it came from another PostgreSQL', holds: isElsewhere('system') },
  { why: 'it is a copy of another database', holds: isElsewhere('database') },
  { why: 'its folder is a copy', holds: isElsewhere('folder') },
  {
    why: 'its rows name transactions that are yet to come',
    holds: ({ beat, hasFuture }) => beat === null && hasFuture,
  },
  { why: 'a device has seen more of it than there is', holds: ({ restored, epoch }) => restored === epoch },
  // It may lack the last moments before the failure, not days.
  { why: 'a standby has taken over', holds: isElsewhere('timeline'), keepsSignIns: true },
]

export const heartbeatOf = ({
  url,
  database,
  stateDir,
  folderMadeAt,
  now = Date.now,
  onUnrecorded = () => {},
}: HeartbeatOptions): Heartbeat => {
  let isUnrecorded = false

  /** @returns undefined where there is evidence that this call may not act on: nothing was written */
  const beatIn = async (
    executor: Database,
    { mayAct, restored }: { mayAct: boolean; restored: string | undefined },
  ) => {
    const place = { ...(await findCluster(executor)), folder: folderMadeAt ?? null }
    return await inTransaction(executor, async (connection) => {
      await connection.$client.query('SELECT pg_advisory_xact_lock($1, $2)', [...LOCK])
      const seen = { ...(await see(connection, { place, stateDir })), restored }
      const evidence = EVIDENCE.find(({ holds }) => holds(seen))
      if (evidence !== undefined && !mayAct) return undefined
      const notice = evidence && (await act(connection, { evidence, seen, now: now() }))
      return { notice, record: await count(connection, { seen, now: now() }) }
    })
  }

  const beat = async (restored: string | undefined) => {
    const done = await beatIn(database, { mayAct: false, restored })
    if (done !== undefined) return done
    // A large price list takes longer than the statement time-out of requests.
    const own = openDatabase({ url, connections: 1, applicationName: 'trolly epoch', statementTimeoutMs: 0 })
    return await beatIn(own, { mayAct: true, restored }).finally(() => closeDatabase(own))
  }

  return {
    beat: async (restored) => {
      const done = await beat(restored)
      if (done === undefined) return undefined
      await writeHeartbeatRecord(stateDir, done.record).catch((error: unknown) => {
        if (!isUnrecorded) onUnrecorded(error)
        isUnrecorded = true
      })
      return done.notice
    },
  }
}

type Read = Pick<Seen, 'beat' | 'writtenBy' | 'epoch' | 'lastOrderAt'> & { secret: string; database: string }

async function see(
  connection: Connection,
  { place, stateDir }: { place: Omit<Place, 'database'>; stateDir: string },
): Promise<Omit<Seen, 'restored'>> {
  const { rows } = await connection.$client.query<Read>(
    `SELECT h.value AS beat, h.xmin::text AS "writtenBy", e.value #>> '{}' AS epoch, s.value #>> '{}' AS secret,
       (SELECT oid::text FROM pg_database WHERE datname = current_database()) AS database,
       CASE WHEN h.value IS NULL THEN (SELECT max(placed_at) FROM orders) END AS "lastOrderAt"
     FROM settings e JOIN settings s ON s.name = 'secret' LEFT JOIN settings h ON h.name = 'heartbeat'
     WHERE e.name = 'epoch'`,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The settings lack the epoch or the secret.')
  const { secret, database: oid, ...read } = row
  return {
    ...read,
    lineage: lineageOf(secret),
    place: { ...place, database: oid },
    hasFuture: read.beat === null && (await hasFutureTransactions(connection.$client)),
    records: await readHeartbeatRecords(stateDir),
  }
}

/** The secret never changes, so a database and all of its copies share it. */
export const lineageOf = (secret: string): string =>
  createHash('sha256').update(`lineage ${secret}`).digest('base64url').slice(0, 16)

/** insufficient_privilege, undefined_function: a hosted or a compatible database does not tell. */
const NOT_TOLD = ['42501', '42883']

/** Outside of a transaction, which a refusal would end. */
async function findCluster({ $client }: Database): Promise<Pick<Place, 'system' | 'timeline'>> {
  try {
    const { rows } = await $client.query<Pick<Place, 'system' | 'timeline'>>(
      'SELECT system_identifier::text AS system, timeline_id AS timeline FROM pg_control_system(), pg_control_checkpoint()',
    )
    return rows[0] ?? { system: null, timeline: null }
  } catch (error) {
    if (error instanceof pg.DatabaseError && NOT_TOLD.includes(error.code ?? ''))
      return { system: null, timeline: null }
    throw error
  }
}

async function act(
  { $client }: Connection,
  { evidence, seen, now }: { evidence: Evidence; seen: Seen; now: number },
): Promise<string> {
  const { beat, lastOrderAt, lineage, records } = seen
  const dataFrom = beat === null ? lastOrderAt?.getTime() : Date.parse(beat.at)
  const endSignIns = evidence.keepsSignIns !== true
  const next = await startNewEpoch($client, {
    given: records.filter((record) => record.lineage === lineage).map(({ given }) => given),
    dataFrom,
    now,
    endSignIns,
  })
  return [
    `The database was put back or copied: ${evidence.why}.`,
    'Devices read everything again and ask about unsent changes.',
    endSignIns ? 'Everyone has to sign in again.' : '',
    `The next order number is ${next}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

async function count(
  { $client }: Connection,
  { seen, now }: { seen: Seen; now: number },
): Promise<HeartbeatRecord> {
  const next = (seen.beat?.count ?? 0) + 1
  const { rows } = await $client.query<{ epoch: string }>(
    `INSERT INTO settings (name, value)
     VALUES ('heartbeat', $1::jsonb || jsonb_build_object('transaction', pg_current_xact_id()::text))
     ON CONFLICT (name) DO UPDATE SET value = excluded.value
     RETURNING (SELECT value #>> '{}' FROM settings WHERE name = 'epoch') AS epoch`,
    [JSON.stringify({ ...seen.place, count: next, at: new Date(now).toISOString() })],
  )
  return {
    epoch: rows[0]?.epoch ?? seen.epoch,
    lineage: seen.lineage,
    count: next,
    given: await readGivenNumbers($client),
  }
}
