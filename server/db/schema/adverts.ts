import { boolean, date, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { maintained } from './columns.ts'

export const adverts = pgTable('adverts', {
  ...maintained(),
  /** The wholesaler's own, such as `summer-bbq`. */
  code: text('code').primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull().default(''),
  position: integer('position').notNull().default(0),
  /** In London; null: no limit. */
  firstDay: date('first_day', { mode: 'string' }),
  lastDay: date('last_day', { mode: 'string' }),
  product_nos: text('product_nos').array().notNull(),
  active: boolean('active').notNull().default(true),
})
