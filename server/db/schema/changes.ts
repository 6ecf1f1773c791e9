import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { tokens, users } from './users.ts'

/** What was written at once: an import, an edit of several records, or the reversal of either. */
export const changeBatches = pgTable('change_batches', {
  id: uuid('id').primaryKey(),
  noun: text('noun').notNull(),
  kind: text('kind').$type<'import' | 'edit' | 'undo'>().notNull(),
  /** The file's, or empty. */
  name: text('name').notNull().default(''),
  records: integer('records').notNull(),
  at: instant('at').notNull(),
  userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  /** The batch that reversed it. */
  undoneBy: uuid('undone_by'),
})

/** Every write to a maintained record, by whatever way: a trigger writes these (migrations/0035_keep_records.sql). */
export const changes = pgTable(
  'changes',
  {
    id: uuid('id').primaryKey(),
    /** Their order: several may be made at one moment. */
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
    at: instant('at').notNull(),
    /** null: no person, such as an import on the server. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    noun: text('noun').notNull(),
    recordId: uuid('record_id').notNull(),
    batchId: uuid('batch_id'),
    /** The table's row, by its columns; null: there was none. */
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
  },
  (table) => [
    index('changes_record').on(table.recordId, table.sequence),
    index('changes_noun').on(table.noun, table.sequence),
    index('changes_batch').on(table.batchId),
  ],
)

/** Who has a record open, by signed-in device. Each says so again while it stays open. */
export const recordViewers = pgTable(
  'record_viewers',
  {
    recordId: uuid('record_id').notNull(),
    tokenId: uuid('token_id')
      .notNull()
      .references(() => tokens.id, { onDelete: 'cascade' }),
    since: instant('since').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.recordId, table.tokenId] })],
)
