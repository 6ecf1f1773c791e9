import { createHash } from 'node:crypto'
import { getTableColumns } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { v7 as uuidv7 } from 'uuid'
import type { Change, ChangeCalls, Differences, FieldChange, Written } from '#contract/changes.ts'
import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction, inTrial } from '#server/db/transaction.ts'
import type { ImportKindName } from '#server/features/import/kinds/import-kinds.ts'
import type { RefusedRow } from '#server/features/import/problems.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  BOOKKEEPING,
  type ChangeRow,
  findChange,
  findChangesOfBatch,
  insertBatch,
  isThere,
  lockBatch,
  lockStored,
  noteViewer,
  restoreExactly,
  type StoredRow,
  searchChanges,
  setStored,
  setUndone,
  updateRecords,
} from './changes.repository.ts'
import {
  databaseErrorOf,
  FOREIGN_KEY_VIOLATION,
  isTaken,
  type MaintainedTable,
  refusedField,
} from './records.ts'
import { type Reach, reachOf, type Viewer } from './scope.ts'
import { writeFile } from './write-file.ts'
import { writeAs } from './writer.ts'

/** A maintained table whose files are read by a kind of import. */
export type ChangedTable<Fields> = Pick<
  MaintainedTable<Fields, never, never>,
  'table' | 'fields' | 'words' | 'check' | 'references' | 'scope'
> & {
  /** The trigger's argument. */
  noun: string
  importKind: ImportKindName
}

/** The answers to `changeCalls`. */
export const changesService = <Fields extends object>(
  { database, now }: { database: Database; now: () => Date },
  changed: ChangedTable<Fields>,
): Answers<ChangeCalls<Fields>> => {
  const { table, fields, words, noun, importKind, check = (given) => given } = changed
  /** What the database refuses of a person's data is no fault of ours. */
  const throwTold = (error: unknown): never => {
    if (isTaken(error)) throw new Refusal('already_exists')
    const told = refusedField(error, changed)
    if (told !== undefined) throw told
    const code = databaseErrorOf(error)?.code
    if (code === FOREIGN_KEY_VIOLATION)
      throw new Refusal('changed', { message: 'An order uses one of them by now. Nothing was undone.' })
    if (code?.startsWith(NOT_VALID)) throw new Refusal('invalid_request')
    throw error
  }
  const columns = getTableColumns(table) as Record<string, PgColumn>
  const names = Object.keys(fields.properties).flatMap((field) => {
    const column = columns[field]?.name
    return column === undefined ? [] : [{ field, column }]
  })
  const keyColumn = columns[words[1]]?.name ?? 'id'
  const nameOf = (row: StoredRow | null): string => String(row?.[keyColumn] ?? '')

  const fieldsOf = ({ before, after }: Pick<ChangeRow, 'before' | 'after'>): FieldChange[] =>
    names.flatMap(({ field, column }) => {
      const [was, is] = [before?.[column] ?? null, after?.[column] ?? null]
      return same(was, is) ? [] : [{ field, before: was, after: is }]
    })

  const reach = (connection: Connection | Database, viewer: Viewer) => reachOf(changed, connection, viewer)

  const inBatch = async (
    connection: Connection,
    { user, batchId, written }: { user: Viewer; batchId: string; written: Written<Fields> },
  ): Promise<Differences> => {
    const within = await reach(connection, user)
    await writeAs(connection, { userId: user.userId, at: now(), batchId })
    const { csv, edit, policy = 'stop', without = [] } = written
    const refused: RefusedRow[] = []
    let unused: string[] = []
    let read = 0
    if (csv !== undefined) {
      const file = await writeFile(connection, {
        kind: importKind,
        key: words[1],
        text: csv,
        policy,
        without: new Set(without),
        problemOf: within.problemOf,
      }).catch((error: unknown) => {
        throw error instanceof CodedError ? new Refusal('invalid_request', { message: error.message }) : error
      })
      refused.push(...file.refused)
      unused = file.unusedColumns
      read = file.read
    }
    if (edit !== undefined) {
      const given = check(edit.fields, undefined)
      within.requireWithin(given)
      const stored = await lockStored(connection, table, edit.ids)
      requireAll(within, edit.ids, stored)
      await updateRecords(
        connection,
        table as PgTable & { id: never },
        edit.ids,
        given as Record<string, unknown>,
      )
      read = edit.ids.length
    }
    const made = (await findChangesOfBatch(connection, batchId))
      .map((change) => ({
        key: nameOf(change.after ?? change.before),
        kind: kindOf(change),
        fields: fieldsOf(change),
      }))
      .sort((a, b) => compare(a.key, b.key))
    return {
      changes: made,
      unchanged: read - made.length - refused.length,
      refused,
      unused_columns: unused,
      seen: createHash('sha256').update(JSON.stringify(made)).digest('base64url'),
    }
  }

  const requireBatch = async (connection: Connection, id: string) => {
    const batch = await lockBatch(connection, { id, noun })
    if (batch === undefined) throw new Refusal('record_not_found')
    return batch
  }

  const answers: Answers<ChangeCalls<Fields>> = {
    changes: async ({
      user,
      body: { record_id: recordId, queryString: text = '', page = 1, pageLength = 24 },
    }) => {
      const { changes: within } = await reach(database, user)
      const { data, total } = await searchChanges(database, {
        noun,
        within,
        recordId,
        text,
        limit: pageLength,
        offset: (page - 1) * pageLength,
      })
      return {
        data: data.map(
          ({ change, by, batch }): Change => ({
            id: change.id,
            at: change.at.toISOString(),
            by,
            record_id: change.recordId,
            name: nameOf(change.after ?? change.before),
            kind: kindOf(change),
            fields: fieldsOf(change),
            batch: batch && {
              id: batch.id,
              kind: batch.kind,
              name: batch.name,
              records: batch.records,
              undone: batch.undoneBy !== null,
            },
          }),
        ),
        total,
        page,
        pageLength,
      }
    },

    revert: async ({ user, params: { id } }) =>
      await inTransaction(database, async (connection) => {
        const change = await findChange(connection, { id, noun })
        if (change === undefined) throw new Refusal('record_not_found')
        const { recordId, before, after } = change
        const within = await reach(connection, user)
        const current = (await lockStored(connection, table, [recordId])).get(recordId)
        if (current === undefined || after === null) throw new Refusal('record_not_found')
        requireHeld(within, [before, after, current])
        // What was added is deleted; it can be restored.
        const former = before ?? { ...after, deleted: true }
        const touched = changedColumns(former, after)
        const others = touched.filter((column) => !same(current[column], after[column]))
        if (touched.every((column) => same(current[column], former[column]))) return { record_id: recordId }
        if (others.length > 0) throw changedSince([nameOf(current)])
        await writeAs(connection, { userId: user.userId, at: now() })
        await setStored(connection, table, { id: recordId, stored: former, columns: touched })
        return { record_id: recordId }
      }).catch(throwTold),

    preview: async ({ user, body }) =>
      await inTrial(database, (connection) =>
        inBatch(connection, { user, batchId: uuidv7(), written: body }),
      ).catch(throwTold),

    write: async ({ user, body: { id, seen, ...written } }) =>
      await inTransaction(database, async (connection) => {
        const made = await lockBatch(connection, { id, noun })
        if (made !== undefined) {
          const within = await reach(connection, user)
          if (within.isLimited && made.userId !== user.userId) throw new Refusal('record_not_found')
          return { id, records: made.records }
        }
        const told = await inBatch(connection, { user, batchId: id, written })
        if (told.seen !== seen)
          throw new Refusal('version_mismatch', {
            message: 'Something has changed since you looked. Look through the differences again.',
          })
        if (told.refused.length > 0 && (written.policy ?? 'stop') === 'stop')
          throw new Refusal('invalid_request', {
            message: `${told.refused.length} rows cannot be read, so nothing was written. Leave them out, or correct the file.`,
          })
        const records = told.changes.length
        const kind = written.csv === undefined ? 'edit' : 'import'
        const name = written.name ?? ''
        const { userId } = user
        await insertBatch(connection, { id, noun, kind, name, records, at: now(), userId, undoneBy: null })
        return { id, records }
      }).catch(throwTold),

    undo: async ({ user, params: { id } }) =>
      await inTransaction(database, async (connection) => {
        const batch = await requireBatch(connection, id)
        const made = await findChangesOfBatch(connection, id)
        requireHeld(
          await reach(connection, user),
          made.flatMap(({ before, after }) => [before, after]),
        )
        if (batch.undoneBy !== null) return { id: batch.undoneBy, records: batch.records }
        const current = await lockStored(
          connection,
          table,
          made.map(({ recordId }) => recordId),
        )
        const moved = made.filter(({ recordId, after }) => !same(current.get(recordId) ?? null, after))
        if (moved.length > 0) throw changedSince(moved.map(({ before, after }) => nameOf(after ?? before)))
        const batchId = uuidv7()
        const at = now()
        const { userId } = user
        await writeAs(connection, { userId, at, batchId })
        await restoreExactly(connection, table, id)
        const { records, name } = batch
        await insertBatch(connection, {
          id: batchId,
          noun,
          kind: 'undo',
          name,
          records,
          at,
          userId,
          undoneBy: null,
        })
        await setUndone(connection, id, batchId)
        return { id: batchId, records }
      }).catch(throwTold),

    viewers: async ({ user, params: { id: recordId }, body: { leaves = false } }) => {
      const within = await reach(database, user)
      if (within.isLimited && !(await isThere(database, table, { id: recordId, within: within.rows })))
        throw new Refusal('record_not_found')
      const others = await noteViewer(database, { recordId, tokenId: user.tokenId, leaves })
      return { others: others.map(({ name, since }) => ({ name, since: since.toISOString() })) }
    },
  }
  return answers
}

/** @throws Refusal if one of the rows is out of the caller's reach, as if it were not there */
const requireHeld = ({ holds }: Reach, rows: readonly (StoredRow | null)[]): void => {
  if (!rows.every(holds)) throw new Refusal('record_not_found')
}

/** Of records that are edited at once, staff may name some that were removed meanwhile. */
const requireAll = (within: Reach, ids: readonly string[], stored: Map<string, StoredRow>): void => {
  if (!within.isLimited) return
  if (ids.some((id) => !stored.has(id))) throw new Refusal('record_not_found')
  requireHeld(within, [...stored.values()])
}

/** JSON of PostgreSQL, whose keys have one order. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const changedColumns = (before: StoredRow, after: StoredRow): string[] =>
  Object.keys(after).filter((column) => !BOOKKEEPING.includes(column) && !same(before[column], after[column]))

const kindOf = ({ before, after }: Pick<ChangeRow, 'before' | 'after'>): Change['kind'] => {
  if (before === null) return 'added'
  if (after === null) return 'removed'
  if (before.deleted === after.deleted) return 'changed'
  return after.deleted === true ? 'deleted' : 'restored'
}

const NAMED_MOST = 5

const changedSince = (names: readonly string[]): Refusal => {
  const more = names.length - NAMED_MOST
  const first = names.slice(0, NAMED_MOST).join(', ') + (more > 0 ? ` and ${more} more` : '')
  return new Refusal('changed', { message: `Changed again since: ${first}. Nothing was undone.` })
}

const NOT_VALID = '23'
