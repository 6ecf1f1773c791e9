import type { CollectionAddress, collectionAddresses } from '#contract/collection-addresses.ts'
import { type Booked, collectionDays } from '#domain/collection.ts'
import { londonDayOf } from '#domain/london-time.ts'
import type { Database } from '#server/db/database.ts'
import type { Answers } from '#server/routing/answers.ts'
import {
  findBooked,
  findHolidays,
  type SiteRow,
  searchCollectionAddresses,
} from './collection-addresses.repository.ts'

export const collectionAddressesService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): Answers<typeof collectionAddresses> => ({
  search: async ({ body: { queryString = '', page = 1, pageLength = 24 } }) => {
    const at = now()
    const { data, total } = await searchCollectionAddresses(database, {
      text: queryString,
      limit: pageLength,
      offset: (page - 1) * pageLength,
    })
    const [booked, holidays] = await Promise.all([
      findBooked(
        database,
        data.map(({ id }) => id),
        londonDayOf(at),
      ),
      findHolidays(database),
    ])
    return {
      data: data.map((row) =>
        collectionAddressOf(row, {
          booked: booked.filter(({ siteId }) => siteId === row.id),
          holidays,
          now: at,
        }),
      ),
      total,
      page,
      pageLength,
    }
  },
})

export const collectionAddressOf = (
  row: SiteRow,
  at: { now: Date; holidays: readonly string[]; booked: readonly Booked[] },
): CollectionAddress => {
  const { id, name, addressLines, town, postcode, phone, storageTypes } = row
  return { id, name, addressLines, town, postcode, phone, storageTypes, days: collectionDays(row, at) }
}
