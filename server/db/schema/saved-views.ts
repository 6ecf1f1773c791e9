import { pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { users } from './users.ts'

export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    screen: text('screen').notNull(),
    name: text('name').notNull(),
    query: text('query').notNull(),
  },
  (table) => [unique('saved_views_name').on(table.userId, table.screen, table.name)],
)
