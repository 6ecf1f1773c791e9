import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { postcodeRequests } from '#server/db/schema/joining.ts'
import type { Connection } from '#server/db/transaction.ts'

export type PlaceRow = {
  prefix: string
  town: string
  region: string
  served: boolean
  latitude: string | null
  longitude: string | null
  requests: number
  waiting: number
  latestAt: Date | null
}
export type PlaceRequestRow = typeof postcodeRequests.$inferSelect

/** The delivery postcodes, and each other district from which somebody asked. */
const PLACES = sql`(
  SELECT d.prefix, d.town, d.region, d.served, d.latitude, d.longitude FROM delivery_postcodes d WHERE NOT d.deleted
  UNION ALL
  SELECT asked.district, coalesce(area.town, ''), coalesce(area.region, ''), coalesce(area.served, false),
    area.latitude, area.longitude
  FROM (SELECT DISTINCT district FROM postcode_requests) asked
  LEFT JOIN delivery_postcodes area ON area.prefix = regexp_replace(asked.district, '[0-9].*', '') AND NOT area.deleted
  WHERE NOT EXISTS (SELECT FROM delivery_postcodes d WHERE d.prefix = asked.district AND NOT d.deleted)
) place
LEFT JOIN (
  SELECT district, count(*)::int AS requests, (count(*) FILTER (WHERE told_at IS NULL))::int AS waiting,
    max(created_at) AS latest_at
  FROM postcode_requests GROUP BY district
) asking ON asking.district = place.prefix`

const SORTS = {
  prefix: sql`place.prefix`,
  town: sql`lower(place.town)`,
  waiting: sql`coalesce(asking.waiting, 0)`,
  latestAt: sql`asking.latest_at`,
}
export type PlaceSort = keyof typeof SORTS

const SHOWN = {
  served: sql`place.served`,
  not_served: sql`NOT place.served`,
  asked: sql`asking.requests > 0`,
}

export const searchPlaces = async (
  database: Database,
  asked: {
    text: string
    show: keyof typeof SHOWN | undefined
    sort: { sort: PlaceSort; descending: boolean } | undefined
    limit: number
    offset: number
  },
): Promise<{ data: PlaceRow[]; total: number }> => {
  const all = sql`unaccent(lower(concat_ws(' ', place.prefix, place.town, place.region)))`
  const where: SQL = and(asked.show && SHOWN[asked.show], ...holdsEachWord(all, asked.text)) ?? sql`true`
  const by = asked.sort && SORTS[asked.sort.sort]
  const order = by ? sql`${by} ${sql.raw(asked.sort?.descending ? 'DESC' : 'ASC')} NULLS LAST, ` : sql``
  const [rows, counted] = await Promise.all([
    database.execute<PlaceRow>(sql`
      SELECT place.prefix, place.town, place.region, place.served, place.latitude, place.longitude,
        coalesce(asking.requests, 0) AS requests, coalesce(asking.waiting, 0) AS waiting,
        asking.latest_at AS "latestAt"
      FROM ${PLACES} WHERE ${where}
      ORDER BY ${order}place.prefix LIMIT ${asked.limit} OFFSET ${asked.offset}`),
    database.execute<{ total: number }>(sql`SELECT count(*)::int AS total FROM ${PLACES} WHERE ${where}`),
  ])
  return { data: rows.rows, total: counted.rows[0]?.total ?? 0 }
}

export const findPlaceRequests = (database: Database, district: string): Promise<PlaceRequestRow[]> =>
  database
    .select()
    .from(postcodeRequests)
    .where(eq(postcodeRequests.district, district))
    .orderBy(desc(postcodeRequests.createdAt), asc(postcodeRequests.id))

/** People of all places who have not been told. */
export const countWaiting = (executor: Database | Connection): Promise<number> =>
  executor.$count(postcodeRequests, isNull(postcodeRequests.toldAt))

/** Two who tell at once queue here. */
export const lockWaiting = (connection: Connection, district: string): Promise<PlaceRequestRow[]> =>
  connection
    .select()
    .from(postcodeRequests)
    .where(and(eq(postcodeRequests.district, district), isNull(postcodeRequests.toldAt)))
    .orderBy(postcodeRequests.id)
    .for('update')

export const setTold = async (
  connection: Connection,
  ids: readonly string[],
  toldAt: Date,
): Promise<void> => {
  if (ids.length > 0)
    await connection
      .update(postcodeRequests)
      .set({ toldAt })
      .where(inArray(postcodeRequests.id, [...ids]))
}
