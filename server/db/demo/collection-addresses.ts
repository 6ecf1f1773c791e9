import type { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { randomOf } from './random.ts'
import { DEPOT } from './towns.ts'
import { demoUuid } from './users.ts'

const MORNING = { from: '07:00', to: '09:00', capacity: 12 }
const NOON = { from: '11:00', to: '13:00', capacity: 8 }
const AFTERNOON = { from: '15:00', to: '17:00', capacity: 8 }

/** The depot, which keeps everything, and a shop without a freezer. */
export const makeCollectionAddresses = (
  seed: number,
  now: Date,
): (typeof collectionAddresses.$inferInsert)[] => {
  const random = randomOf(seed, 'collection sites')
  return [
    {
      id: demoUuid(now, random),
      siteNo: 'DEPOT',
      name: `${DEPOT} depot`,
      addressLines: ['Dean Clough Wharf'],
      town: DEPOT,
      postcode: 'HX3 5AX',
      phone: '01632 960 123',
      weekdays: [1, 2, 3, 4, 5, 6],
      slots: [MORNING, NOON, AFTERNOON],
      leadTimeMinutes: 240,
      storageTypes: ['ambient', 'chilled', 'frozen'],
    },
    {
      id: demoUuid(now, random),
      siteNo: 'LEEDS',
      name: 'Leeds market shop',
      addressLines: ['Unit 4', 'Vicar Lane'],
      town: 'Leeds',
      postcode: 'LS2 7HY',
      phone: '01632 960 456',
      weekdays: [2, 3, 4, 5, 6],
      slots: [MORNING, AFTERNOON],
      leadTimeMinutes: 1_200,
      storageTypes: ['ambient', 'chilled'],
    },
  ]
}
