import type { PgTable } from 'drizzle-orm/pg-core'
import { recordColumns, selectRecords, tableName } from '#server/db/recordset.ts'
import type { Connection } from '#server/db/transaction.ts'

export type FillProgress = { step: string; done: number; total: number }

export type Insert = (step: string, table: PgTable, rows: readonly object[]) => Promise<number>

const BATCH_ROWS = 4000

export const inserter =
  ({ $client }: Connection, onProgress: (progress: FillProgress) => void): Insert =>
  async (step, table, rows) => {
    const [first] = rows
    if (first === undefined) return 0
    const columns = recordColumns(table, Object.keys(first))
    const statement = `insert into ${tableName(table)} (${columns.map(({ name }) => name).join(', ')})
      ${selectRecords(columns)} on conflict do nothing`
    let added = 0
    for (let start = 0; start < rows.length; start += BATCH_ROWS) {
      const { rowCount } = await $client.query(statement, [
        JSON.stringify(rows.slice(start, start + BATCH_ROWS)),
      ])
      added += rowCount ?? 0
      onProgress({ step, done: Math.min(rows.length, start + BATCH_ROWS), total: rows.length })
    }
    return added
  }
