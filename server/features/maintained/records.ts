import { and, asc, count, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { TObject } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import type { Kept, MaintainedCalls } from '#contract/maintained.ts'
import { sortOf } from '#contract/values.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { requireSame } from '#server/routing/require-same.ts'
import { reachOf, type Scope, type Viewer } from './scope.ts'
import { writeAs } from './writer.ts'

type Row = Record<string, unknown> & { id: string; version: number; deleted: boolean; updatedAt: Date }

/** What the calls need to know of a table that has the columns of `maintained()` (db/schema/columns.ts). */
export type MaintainedTable<Fields, Filters, Sorts extends string> = {
  table: PgTable
  /** Properties of the table by the same names. */
  fields: TObject
  /** ['delivery postcode', 'prefix']: how messages call a record, and the field by which no two are the same. */
  words: readonly [noun: string, key: keyof Fields & string]
  /** What a search reads, without accents and in small letters. */
  text: SQL
  sorts: Record<Sorts, SQL>
  /** The order of equal rows, and of a search that names none. */
  order: readonly SQL[]
  filters: (asked: Partial<Filters>) => (SQL | undefined)[]
  /** Fields that refer to another table, each with the message for a missing record: 'is no account’s number'. */
  references?: Readonly<Record<string, string>>
  /** The name of the record to which a field refers, as an expression of the field: those that the contract has as `named`. */
  names?: Readonly<Record<string, (field: SQL) => SQL>>
  /** Absent where every caller sees and writes all records. */
  scope?: Scope<Fields>
  /** Where a field is stored in another form: how a row's column reads as the field. */
  told?: (row: Row) => Partial<Record<keyof Fields, unknown>>
  /** Tidies what was typed, and writes such a field in its stored form. @throws Refusal for what the schema cannot say */
  check?: (fields: Partial<Fields>, current: Fields | undefined) => Partial<Record<keyof Fields, unknown>>
}

/** The answers to `maintainedCalls`. Changes may be repeated: one already made answers with the record. */
export const maintainedService = <Fields extends object, Filters extends object, Sorts extends string>(
  { database, now }: { database: Database; now: () => Date },
  noun: MaintainedTable<Fields, Filters, Sorts>,
): Answers<MaintainedCalls<Fields, Filters, Sorts>> => {
  const { table, words, text, sorts, order, filters, check = (fields) => fields } = noun
  const names = Object.keys(noun.fields.properties)
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const column = (name: string): PgColumn => {
    const found = columns[name]
    if (found === undefined) throw new Error(`The table lacks ${name}.`)
    return found
  }
  const [id, version, deleted] = [column('id'), column('version'), column('deleted')]

  /** Undefined where nothing is named. A reference to a record that is gone has no name. */
  const named =
    noun.names &&
    sql<Record<string, string>>`json_strip_nulls(json_build_object(${sql.join(
      Object.entries(noun.names).flatMap(([name, nameOf]) => [
        sql`${name}::text`,
        // With its table, which Drizzle leaves out of a query of one: the name's own table may have a column of this name.
        nameOf(sql`${table}.${sql.identifier(column(name).name)}`),
      ]),
      sql`, `,
    )}))`

  const reach = (connection: Connection | Database, viewer: Viewer) => reachOf(noun, connection, viewer)

  const find = async (connection: Connection, which: string, within: SQL | undefined): Promise<Row> => {
    const [row] = await connection
      .select()
      .from(table)
      .where(and(eq(id, which), within))
    if (row === undefined) throw new Refusal('record_not_found')
    return row as Row
  }

  const toReply = (row: Row): Kept<Fields> =>
    ({
      id: row.id,
      version: row.version,
      deleted: row.deleted,
      updated_at: row.updatedAt.toISOString(),
      ...Object.fromEntries(names.map((name) => [name, row[name]])),
      ...noun.told?.(row),
    }) as Kept<Fields>

  const change = (userId: string, work: (connection: Connection) => Promise<Row>): Promise<Kept<Fields>> =>
    inTransaction(database, async (connection) => {
      await writeAs(connection, { userId, at: now() })
      return toReply(await work(connection))
    }).catch((error: unknown) => {
      throw isTaken(error) ? taken(words) : (refusedField(error, noun) ?? error)
    })

  const requireSameRecord = (row: Row, fields: object): Row =>
    requireSame<Row>(row, fields as Partial<Row>, { noun: words[0], fields: { record: toReply(row) } })

  const setDeleted = (user: Viewer, which: string, isDeleted: boolean): Promise<Kept<Fields>> =>
    change(user.userId, async (connection) => {
      const { rows } = await reach(connection, user)
      const [row] = await connection
        .update(table)
        .set({ deleted: isDeleted })
        .where(and(eq(id, which), eq(deleted, !isDeleted), rows))
        .returning()
      return (row as Row | undefined) ?? (await find(connection, which, rows))
    })

  const answers = {
    search: async ({ user, body }: { user: Viewer; body: SearchBody }) => {
      const { queryString = '', state, sort_by, page = 1, pageLength = 24, ...asked } = body
      const { rows } = await reach(database, user)
      const where = and(
        rows,
        eq(deleted, state === 'deleted'),
        ...filters(asked as Partial<Filters>),
        ...holdsEachWord(text, queryString),
      )
      const sorted = sort_by && sortOf(sort_by)
      const by = sorted && (sorted.descending ? desc : asc)(sorts[sorted.sort as Sorts])
      const [data, counted] = await Promise.all([
        database
          .select({ ...columns, ...(named && { names: named }) })
          .from(table)
          .where(where)
          .orderBy(...(by ? [by] : []), ...order, asc(id))
          .limit(pageLength)
          .offset((page - 1) * pageLength),
        database.select({ total: count() }).from(table).where(where),
      ])
      return {
        data: (data as Row[]).map((row) => ({ ...toReply(row), ...(named && { names: row.names }) })),
        total: counted[0]?.total ?? 0,
        page,
        pageLength,
      }
    },

    create: async ({
      user,
      body: { id: given, ...typed },
    }: {
      user: Viewer
      body: { id?: string } & Fields
    }) =>
      await change(user.userId, async (connection) => {
        const fields = check(typed as unknown as Partial<Fields>, undefined)
        const { rows, requireWithin } = await reach(connection, user)
        requireWithin(fields)
        const which = given ?? uuidv7()
        const [row] = await connection
          .insert(table)
          .values({ id: which, ...fields } as never)
          .onConflictDoNothing({ target: id })
          .returning()
        return (row as Row | undefined) ?? requireSameRecord(await find(connection, which, rows), fields)
      }),

    update: async ({
      user,
      params,
      body: { version: seen, ...typed },
    }: {
      user: Viewer
      params: { id: string }
      body: { version?: number } & Partial<Fields>
    }) =>
      await change(user.userId, async (connection) => {
        const { rows, requireWithin } = await reach(connection, user)
        const [locked] = await connection
          .select()
          .from(table)
          .where(and(eq(id, params.id), rows))
          .for('update')
        if (locked === undefined) throw new Refusal('record_not_found')
        const current = locked as Row
        const fields = check(typed as unknown as Partial<Fields>, toReply(current))
        requireWithin(fields)
        if (current.deleted || (seen !== undefined && seen !== current.version))
          return requireSameRecord(current, fields)
        if (Object.keys(fields).length === 0) return current
        const [row] = await connection
          .update(table)
          .set(fields as never)
          .where(and(eq(id, params.id), eq(version, current.version)))
          .returning()
        return (row as Row | undefined) ?? current
      }),

    remove: async ({ user, params }: Named) => await setDeleted(user, params.id, true),
    restore: async ({ user, params }: Named) => await setDeleted(user, params.id, false),
  }
  return answers as unknown as Answers<MaintainedCalls<Fields, Filters, Sorts>>
}

type Named = { user: Viewer; params: { id: string } }
type SearchBody = {
  queryString?: string
  state?: string
  sort_by?: string
  page?: number
  pageLength?: number
}

const UNIQUE_VIOLATION = '23505'
export const FOREIGN_KEY_VIOLATION = '23503'
const EXCLUSION_VIOLATION = '23P01'

/** Another record has the key, or had it before it was deleted. */
export const isTaken = (error: unknown): boolean => databaseErrorOf(error)?.code === UNIQUE_VIOLATION

export const databaseErrorOf = (error: unknown): pg.DatabaseError | undefined => {
  if (error instanceof pg.DatabaseError) return error
  return error instanceof Error && error.cause !== undefined ? databaseErrorOf(error.cause) : undefined
}

/** @returns the refusal, by field, where a field refers to a record that does not exist */
const unknownReference = <Fields>(
  error: unknown,
  { table, references = {} }: Pick<MaintainedTable<Fields, never, never>, 'table' | 'references'>,
): Refusal | undefined => {
  const { code, detail = '' } = databaseErrorOf(error) ?? {}
  const [, name, value] = /^Key \((\w+)\)=\((.*)\) is not present/.exec(detail) ?? []
  if (code !== FOREIGN_KEY_VIOLATION || name === undefined) return undefined
  const column = Object.entries(getTableColumns(table) as Record<string, PgColumn>).find(
    ([, each]) => each.name === name,
  )
  const message = column && references[column[0]]
  if (message === undefined) return undefined
  return new Refusal('invalid_request', {
    message: `${value} ${message}.`,
    errors: [{ path: `body/${column?.[0]}`, message }],
  })
}

/** A trigger of the table refused a field: it names the column, with the fault in DETAIL and a whole sentence in the message. */
const triggerRefusal = (error: unknown, table: PgTable): Refusal | undefined => {
  const { code, column, detail, message } = databaseErrorOf(error) ?? {}
  // PostgreSQL itself names no column with these codes.
  if (code !== FOREIGN_KEY_VIOLATION && code !== EXCLUSION_VIOLATION) return undefined
  if (column === undefined || detail === undefined) return undefined
  const found = Object.entries(getTableColumns(table) as Record<string, PgColumn>).find(
    ([, { name }]) => name === column,
  )
  if (found === undefined) return undefined
  return new Refusal('invalid_request', {
    ...(message !== undefined && { message }),
    errors: [{ path: `body/${found[0]}`, message: detail }],
  })
}

/** What the database says of one field, in words. */
export const refusedField = <Fields>(
  error: unknown,
  noun: Pick<MaintainedTable<Fields, never, never>, 'table' | 'references'>,
): Refusal | undefined => unknownReference(error, noun) ?? triggerRefusal(error, noun.table)

const taken = ([noun, key]: readonly [string, string]): Refusal =>
  new Refusal('already_exists', {
    errors: [
      { path: `body/${key}`, message: `is another ${noun}’s already. A deleted one can be restored.` },
    ],
  })

/** Text to search in, of columns of any kind. */
export const searchedText = (...parts: readonly (SQL | PgColumn)[]): SQL =>
  sql`unaccent(lower(concat_ws(' ', ${sql.join([...parts], sql`, `)})))`
