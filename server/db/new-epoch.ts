import type pg from 'pg'

/**
 * What a database needs that went back in time: another epoch, by which devices notice; transaction numbers that lie
 * behind it; and numbers that were not given out in the time that was lost (docs/decisions/0034).
 */

/** The last number given out, by sequence, and of order events. */
export type GivenNumbers = Record<string, number>

/** Far more than a server can give out between two heartbeats or, at one a second, since the last moment we know of. */
export const NUMBERS_SKIPPED = 100_000

/** Order events are numbered without gaps, so by no sequence. */
const EXPORT_NUMBERS = 'order_exports.sequence'
/** Setting: events are numbered from above it. */
const EXPORT_FLOOR = 'order_export_floor'

export type NewEpochOptions = {
  /** Known from elsewhere, such as the database that is being replaced. */
  given: readonly GivenNumbers[]
  /** A moment at or before that of the data, in ms since 1970; undefined where unknown. */
  dataFrom: number | undefined
  now: number
  /** Revokes every token, and deletes the links and codes that reset passwords: one that was used in the lost time would work again. */
  endSignIns: boolean
}

/** In the caller's transaction. @returns the number that the next order is given */
export const startNewEpoch = async (
  client: pg.ClientBase,
  { given, dataFrom = Number.POSITIVE_INFINITY, now, endSignIns }: NewEpochOptions,
): Promise<number> => {
  await setSetting(client, 'epoch', 'gen_random_uuid()::text')
  await forgetFutureTransactions(client)
  if (endSignIns) await client.query(END_SIGN_INS)

  const seconds = Math.ceil(Math.max(0, now - dataFrom) / 1000)
  const known = highest([await readGivenNumbers(client), ...given])
  const from = (name: string): number => (known[name] ?? 0) + NUMBERS_SKIPPED + seconds
  for (const name of await sequencesOf(client))
    await client.query("SELECT setval(format('public.%I', $1::text)::regclass, $2)", [name, from(name)])
  await setSetting(client, EXPORT_FLOOR, String(from(EXPORT_NUMBERS)))
  return from('order_numbers') + 1
}

const END_SIGN_INS = `
  UPDATE tokens SET revoked_at = now() WHERE revoked_at IS NULL;
  DELETE FROM password_resets`

export const highest = (given: readonly GivenNumbers[]): GivenNumbers => {
  const names = new Set(given.flatMap((numbers) => Object.keys(numbers)))
  return Object.fromEntries(
    [...names].map((name) => [name, Math.max(...given.map((numbers) => numbers[name] ?? 0))]),
  )
}

/** The schema may be older than this build's. */
export const readGivenNumbers = async (client: pg.ClientBase): Promise<GivenNumbers> => {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, coalesce(last_value, start_value - 1)::text AS last
     FROM pg_sequences WHERE schemaname = 'public'`,
  )
  const given = Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
  if (!(await hasTable(client, 'order_exports'))) return given
  const { rows: exported } = await client.query<{ last: string }>(
    `SELECT greatest(max(sequence), (SELECT value::bigint FROM settings WHERE name = '${EXPORT_FLOOR}'), 0)::text AS last
     FROM order_exports`,
  )
  return { ...given, [EXPORT_NUMBERS]: Number(exported[0]?.last ?? 0) }
}

export const hasTable = async (client: pg.ClientBase, name: string): Promise<boolean> => {
  const { rows } = await client.query<{ there: boolean }>('SELECT to_regclass($1) IS NOT NULL AS there', [
    name,
  ])
  return rows[0]?.there === true
}

const sequencesOf = async (client: pg.ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    "SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public'",
  )
  return rows.map(({ name }) => name)
}

/** @param expression of SQL, ours alone */
const setSetting = async (client: pg.ClientBase, name: string, expression: string): Promise<void> => {
  await client.query(
    `INSERT INTO settings (name, value) VALUES ($1, to_jsonb(${expression}))
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name],
  )
}

/** Tables whose rows name the transaction that changed them. */
const MARKED = ['products', 'prices', 'stock', 'baskets', 'orders'] as const
const NOW = '(pg_current_xact_id()::text)::bigint'

/**
 * A later transaction would be given the same number: a deletion might then pass for one that devices know of.
 */
const forgetFutureTransactions = async (client: pg.ClientBase): Promise<void> => {
  await client.query("DELETE FROM settings WHERE name = 'download_floor'")
  if (!(await hasFutureTransactions(client))) return
  for (const table of MARKED) {
    // Its triggers would put the old number back.
    await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await client.query(`UPDATE ${table} SET changed_tx = ${NOW} WHERE changed_tx >= ${NOW}`)
    await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
}

/** The rows come from another cluster, or from this one's lost future. */
export const hasFutureTransactions = async (client: pg.ClientBase): Promise<boolean> => {
  const future = MARKED.map(
    (table) =>
      `EXISTS (SELECT FROM ${table} WHERE changed_tx >= (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint)`,
  )
  const { rows } = await client.query<{ found: boolean }>(`SELECT ${future.join(' OR ')} AS found`)
  return rows[0]?.found === true
}
