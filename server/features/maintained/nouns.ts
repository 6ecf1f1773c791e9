import { asc, eq, gte, sql } from 'drizzle-orm'
import { CollectionSiteFields, type collectionSites } from '#contract/collection-sites.ts'
import { DeliveryPostcodeFields, type deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { HolidayFields, type holidays } from '#contract/holidays.ts'
import type { MaintainedCalls } from '#contract/maintained.ts'
import { type SiteSlot, slotName } from '#domain/collection.ts'
import { tidyPrefix } from '#domain/delivery-route.ts'
import { isPostcode, tidyPostcode } from '#domain/postcode.ts'
import type { Database } from '#server/db/database.ts'
import { collectionAddresses as site } from '#server/db/schema/collection-addresses.ts'
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

export const collectionSitesService = (parts: Parts): Answers<typeof collectionSites> =>
  maintained(parts, {
    noun: 'collection-site',
    importKind: 'collection-sites',
    table: site,
    fields: CollectionSiteFields,
    words: ['collection address', 'siteNo'],
    text: searchedText(
      site.siteNo,
      site.name,
      sql`array_to_string(${site.addressLines}, ' ')`,
      site.town,
      site.postcode,
    ),
    sorts: {
      name: sql`lower(${site.name})`,
      town: sql`lower(${site.town})`,
      siteNo: sql`${site.siteNo}`,
      updated_at: sql`${site.updatedAt}`,
    },
    order: [asc(site.name)],
    filters: ({ active }: { active?: boolean }) => [
      active === undefined ? undefined : eq(site.active, active),
    ],
    told: ({ slots, siteNo }) => ({
      // A site from before there were numbers has none.
      siteNo: siteNo ?? '',
      slots: (slots as SiteSlot[]).map((slot) => `${slotName(slot)}=${slot.capacity}`),
    }),
    check: (fields: Partial<CollectionSiteFields>) => ({
      ...fields,
      ...(fields.slots && { slots: slotsOf(fields.slots) }),
      ...(fields.postcode !== undefined && { postcode: tidySitePostcode(fields.postcode) }),
    }),
  })

const slotsOf = (texts: readonly string[]): SiteSlot[] => {
  const slots = texts.map((text): SiteSlot => {
    const [times = '', capacity = ''] = text.split('=')
    const [from = '', to = ''] = times.split('-')
    if (from >= to) throw refused('slots', `must end after they begin, unlike ${times}`)
    return { from, to, capacity: Number(capacity) }
  })
  const names = slots.map(slotName)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw refused('slots', `has ${twice} twice`)
  return slots
}

const tidySitePostcode = (typed: string): string => {
  if (!isPostcode(typed)) throw refused('postcode', 'must be a UK postcode, such as HX1 1QN')
  return tidyPostcode(typed)
}

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
