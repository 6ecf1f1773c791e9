import { createHmac } from 'node:crypto'
import pg from 'pg'
import { ADMINISTRATOR } from './cluster.ts'

/** Owns everything but is no superuser, so that injected SQL can neither read files nor run programs. */
export const APPLICATION = 'trolly_app'

/** 'trol', 'role': serialises programs that start at once. */
const LOCK = [0x74726f6c, 0x726f6c65] as const
const DUPLICATE_ROLE = '42710'
const DUPLICATE_DATABASE = '42P04'
const UNIQUE_VIOLATION = '23505'

/** For the embedded server, from the administrator's URL, whose password it is derived from. */
export const applicationUrl = (administratorUrl: string, database?: string): string => {
  const url = new URL(administratorUrl)
  url.password = createHmac('sha256', url.password).update(APPLICATION).digest('base64url')
  url.username = APPLICATION
  if (database !== undefined) url.pathname = `/${database}`
  return url.href
}

/** Also hands over a database that an earlier build filled. @param administratorUrl of the maintenance database */
export const prepareApplicationDatabase = async (administratorUrl: string, name: string): Promise<void> => {
  await withClient(administratorUrl, async (client) => {
    const password = new URL(applicationUrl(administratorUrl)).password
    if (!(await exists(client, 'select from pg_roles where rolname = $1', APPLICATION))) {
      await unlessMadeMeanwhile(client.query(`create role ${APPLICATION} login password '${password}'`))
    }
    if (!(await exists(client, 'select from pg_database where datname = $1', name))) {
      await unlessMadeMeanwhile(client.query(`create database ${name} owner ${APPLICATION}`))
    }
  })
  await withClient(
    Object.assign(new URL(administratorUrl), { pathname: `/${name}` }).href,
    async (client) => {
      if (!(await exists(client, `select from (${NOT_HANDED_OVER}) owned`))) return
      await client.query('begin')
      await client.query('select pg_advisory_xact_lock($1, $2)', [...LOCK])
      const { rows } = await client.query<{ kind: string; name: string }>(NOT_HANDED_OVER)
      for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} owner to ${APPLICATION}`)
      await client.query('commit')
    },
  )
}

const OF_ADMINISTRATOR = `'${ADMINISTRATOR}'::regrole`
const ofNoExtension = (catalogue: string, oid: string): string =>
  `not exists (select from pg_depend where classid = '${catalogue}'::regclass and objid = ${oid} and deptype = 'e')`

/** The administrator's own objects. Column sequences, indexes and row types go with their tables. */
const NOT_HANDED_OVER = `
  select 'database' as kind, quote_ident(datname) as name from pg_database
   where datname = current_database() and datdba = ${OF_ADMINISTRATOR}
  union all
  select 'schema', quote_ident(nspname) from pg_namespace
   where nspowner = ${OF_ADMINISTRATOR} and nspname !~ '^pg_' and nspname <> 'information_schema'
     and ${ofNoExtension('pg_namespace', 'pg_namespace.oid')}
  union all
  select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
     pg_class.oid::regclass::text
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
   where relowner = ${OF_ADMINISTRATOR} and relkind in ('r', 'p', 'v', 'm', 'S') and nspname !~ '^pg_'
     and nspname <> 'information_schema' and ${ofNoExtension('pg_class', 'pg_class.oid')}
     and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid
       and relkind = 'S' and deptype in ('a', 'i'))
  union all
  select 'routine', pg_proc.oid::regprocedure::text
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace
   where proowner = ${OF_ADMINISTRATOR} and nspname !~ '^pg_' and nspname <> 'information_schema'
     and ${ofNoExtension('pg_proc', 'pg_proc.oid')}
  union all
  select 'text search configuration', pg_ts_config.oid::regconfig::text
    from pg_ts_config join pg_namespace on pg_namespace.oid = cfgnamespace
   where cfgowner = ${OF_ADMINISTRATOR} and nspname !~ '^pg_' and ${ofNoExtension('pg_ts_config', 'pg_ts_config.oid')}
  union all
  select 'type', pg_type.oid::regtype::text
    from pg_type join pg_namespace on pg_namespace.oid = typnamespace
   where typowner = ${OF_ADMINISTRATOR} and typtype in ('d', 'e') and nspname !~ '^pg_'
     and nspname <> 'information_schema' and ${ofNoExtension('pg_type', 'pg_type.oid')}`

const exists = async (client: pg.Client, statement: string, ...values: string[]): Promise<boolean> =>
  ((await client.query(statement, values)).rowCount ?? 0) > 0

/** Two programs that start at once may both create it. */
async function unlessMadeMeanwhile(made: Promise<unknown>): Promise<void> {
  try {
    await made
  } catch (error) {
    const known = [DUPLICATE_ROLE, DUPLICATE_DATABASE, UNIQUE_VIOLATION]
    if (!(error instanceof pg.DatabaseError && known.includes(error.code ?? ''))) throw error
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
