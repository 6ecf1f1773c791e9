import type pg from 'pg'
import { MIGRATIONS, readMigrations } from '#server/db/migrate.ts'
import { hasTable } from '#server/db/new-epoch.ts'
import type { TableHead } from './backup-file.ts'

/** What the migrations create. A database of your own may hold other things, which are left alone. */

type Kind = 'table' | 'sequence' | 'function'

const CREATED =
  /^CREATE (?:OR REPLACE )?(TABLE|SEQUENCE|FUNCTION) (?:IF NOT EXISTS )?(?:"public"\.)?"?(\w+)/gim

const namesOf = (kind: Kind): string[] => {
  const text = readMigrations().flatMap(({ sql }) => sql)
  const created = text.flatMap((statement) => [...statement.matchAll(CREATED)])
  return [
    ...new Set(created.filter(([, what]) => what?.toLowerCase() === kind).map(([, , name = '']) => name)),
  ]
}

/** With the columns that can be written. */
export const findOwnTables = async (client: pg.ClientBase): Promise<TableHead[]> => {
  const { rows } = await client.query<TableHead>(
    `SELECT c.relname AS table, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname = ANY ($1)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [namesOf('table')],
  )
  return rows
}

/** Data that somebody would miss: the same rule as for the demo. */
export const holdsData = async (client: pg.ClientBase): Promise<boolean> => {
  for (const table of ['products', 'customers', 'users']) {
    if (!(await hasTable(client, table))) continue
    const { rows } = await client.query(`SELECT FROM public.${table} LIMIT 1`)
    if (rows.length > 0) return true
  }
  return false
}

/** Fails where something that is not ours depends on it. */
export const dropOwnTables = async (client: pg.ClientBase): Promise<void> => {
  for (const kind of ['table', 'sequence', 'function'] as const)
    await client.query(
      `DROP ${kind} IF EXISTS ${namesOf(kind)
        .map((name) => `public."${name}"`)
        .join(', ')}`,
    )
  await client.query(`DROP TABLE IF EXISTS ${MIGRATIONS}`)
}
