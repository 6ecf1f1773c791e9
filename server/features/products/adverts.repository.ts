import { type Advert, isShownOn } from '#domain/adverts.ts'
import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/statement.ts'

// This is written by hand: a desk counts filters with every search (budget: search).

const find = statement<Advert, { today: string }>(
  'adverts_find',
  `SELECT code, title, text, first_day::text AS "firstDay", last_day::text AS "lastDay", product_nos
   FROM adverts WHERE active AND NOT deleted AND (last_day IS NULL OR last_day >= :today::date)
   ORDER BY position, code COLLATE "C"`,
)

/** Those of today and to come, in display order. */
export const findAdverts = (database: Database, today: string): Promise<Advert[]> => find(database, { today })

/** Those of today, in display order. */
export const findShownAdverts = async (database: Database, today: string): Promise<Advert[]> =>
  (await findAdverts(database, today)).filter((advert) => isShownOn(advert, today))
