import { and, getTableColumns, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '#server/db/database.ts'
import { changes } from '#server/db/schema/changes.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { ImportRow } from '#server/features/import/kinds/fields.ts'
import { type Problem, problemOf, type RowProblemCode } from '#server/features/import/problems.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'

/** Who calls, and so which records they may see and write. */
export type Viewer = Pick<Caller, 'userId' | 'isStaff'>

/** Limits the callers of a noun to the records with one of their values in a field. Without one, they see and write all of them. */
export type Scope<Fields> = {
  field: keyof Fields & string
  /** @returns undefined for a caller without limits */
  valuesFor: (connection: Connection | Database, viewer: Viewer) => Promise<readonly string[] | undefined>
  /** What is wrong with another value: 'is no distributor of yours', after the field's name. */
  refusal: string
  /** The same for a row of a file. */
  problem: { code: RowProblemCode; why: string }
}

type Stored = Record<string, unknown> | null | undefined

/** The part of a noun that a caller may see and write. Every call on its records or their changes asks it. */
export type Reach = {
  isLimited: boolean
  rows: SQL | undefined
  /** Changes whose record was within reach before and after. */
  changes: SQL | undefined
  /** Whether a row, by its columns, is within reach; one that is missing is. */
  holds: (stored: Stored) => boolean
  /** @throws Refusal if the fields would put a record out of reach */
  requireWithin: (fields: object) => void
  /** What is wrong with a row of a file that is out of reach. */
  problemOf: (row: ImportRow) => Problem | undefined
}

const EVERYTHING: Reach = {
  isLimited: false,
  rows: undefined,
  changes: undefined,
  holds: () => true,
  requireWithin: () => {},
  problemOf: () => undefined,
}

export const reachOf = async <Fields>(
  { table, scope }: { table: PgTable; scope?: Scope<Fields> | undefined },
  connection: Connection | Database,
  viewer: Viewer,
): Promise<Reach> => {
  const values = await scope?.valuesFor(connection, viewer)
  if (scope === undefined || values === undefined) return EVERYTHING
  const { field, refusal, problem } = scope
  const column = (getTableColumns(table) as Record<string, PgColumn>)[field]
  if (column === undefined) throw new Error(`The table lacks ${field}.`)
  const isTheirs = (value: unknown): boolean => values.includes(String(value))
  const among = (state: PgColumn): SQL | undefined =>
    or(isNull(state), sql`${state} ->> ${column.name} = ANY(${sql.param([...values])}::text[])`)
  return {
    isLimited: true,
    rows: inArray(column, [...values]),
    changes: and(among(changes.before), among(changes.after)),
    holds: (stored) => stored === null || stored === undefined || isTheirs(stored[column.name]),
    requireWithin: (fields) => {
      const value = (fields as Record<string, unknown>)[field]
      if (value === undefined || isTheirs(value)) return
      throw new Refusal('invalid_request', {
        message: `${value} ${refusal}.`,
        errors: [{ path: `body/${field}`, message: refusal }],
      })
    },
    problemOf: (row) => {
      const value = row[field]
      if (value === undefined || isTheirs(value)) return undefined
      return problemOf(problem.code, field, String(value), problem.why)
    },
  }
}
