import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { deliveryPostcodes } from '#server/db/schema/customers.ts'

/** The prefixes where something is delivered. */
export const findServedPrefixes = async (database: Database): Promise<{ prefix: string; town: string }[]> =>
  await database
    .select({ prefix: deliveryPostcodes.prefix, town: deliveryPostcodes.town })
    .from(deliveryPostcodes)
    .where(
      and(
        eq(deliveryPostcodes.deleted, false),
        eq(deliveryPostcodes.served, true),
        sql`cardinality(${deliveryPostcodes.deliveryWeekdays}) > 0`,
      ),
    )
    .orderBy(deliveryPostcodes.prefix)
