import { asc, eq, gte, sql } from 'drizzle-orm'
import { DeliveryPostcodeFields, type deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { HolidayFields, type holidays } from '#contract/holidays.ts'
import type { MaintainedCalls } from '#contract/maintained.ts'
import { tidyPrefix } from '#domain/delivery-route.ts'
import type { Database } from '#server/db/database.ts'
import { holidays as holidayTable, deliveryPostcodes as postcodeTable } from '#server/db/schema/customers.ts'
import type { Answers } from '#server/routing/answers.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { type ChangedTable, changesService } from './changes.ts'
import { type MaintainedTable, maintainedService, searchedText } from './records.ts'

/** What staff maintain, each by the calls of contract/maintained.ts. Another one is a definition here and its contract. */

type Parts = { database: Database; now: () => Date }

const maintained = <Fields extends object, Filters extends object, Sorts extends string>(
  parts: Parts,
  noun: MaintainedTable<Fields, Filters, Sorts> & ChangedTable<Fields>,
): Answers<MaintainedCalls<Fields, Filters, Sorts>> => ({
  ...maintainedService(parts, noun),
  ...changesService(parts, noun),
})

const { prefix, town, region, depot, route } = postcodeTable

export const deliveryPostcodesService = (parts: Parts): Answers<typeof deliveryPostcodes> =>
  maintained(parts, {
    noun: 'delivery-postcode',
    importKind: 'delivery-postcodes',
    table: postcodeTable,
    fields: DeliveryPostcodeFields,
    words: ['delivery postcode', 'prefix'],
    text: searchedText(prefix, postcodeTable.area, town, region, depot, route),
    sorts: {
      prefix: sql`${prefix}`,
      town: sql`lower(${town})`,
      depot: sql`lower(${depot})`,
      route: sql`lower(${route})`,
      updated_at: sql`${postcodeTable.updatedAt}`,
    },
    order: [asc(prefix)],
    filters: (asked: { served?: boolean; depot?: string; route?: string }) => [
      asked.served === undefined ? undefined : eq(postcodeTable.served, asked.served),
      asked.depot === undefined ? undefined : eq(depot, asked.depot),
      asked.route === undefined ? undefined : eq(route, asked.route),
    ],
    check: (fields: Partial<DeliveryPostcodeFields>) => {
      if (fields.prefix === undefined) return fields
      const tidy = tidyPrefix(fields.prefix)
      if (tidy !== undefined) return { ...fields, prefix: tidy }
      throw refused('prefix', 'must be an area, a district or a sector, such as HX, HX1 or HX1 1')
    },
  })

export const holidaysService = (parts: Parts): Answers<typeof holidays> =>
  maintained(parts, {
    noun: 'holiday',
    importKind: 'holidays',
    table: holidayTable,
    fields: HolidayFields,
    words: ['holiday', 'day'],
    text: searchedText(sql`${holidayTable.day}::text`, holidayTable.name),
    sorts: {
      day: sql`${holidayTable.day}`,
      name: sql`lower(${holidayTable.name})`,
      updated_at: sql`${holidayTable.updatedAt}`,
    },
    order: [asc(holidayTable.day)],
    filters: ({ from }: { from?: string }) => [from === undefined ? undefined : gte(holidayTable.day, from)],
  })

const refused = (field: string, message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: `body/${field}`, message }] })
