import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import { partsOf } from '#domain/postcode.ts'
import type { accountRequests, postcodeRequests } from '#server/db/schema/joining.ts'
import { randomOf } from './random.ts'
import { demoUuid } from './users.ts'

/** Businesses that want an account, and people where nothing is delivered. All made up, with numbers reserved for fiction. */

type Business = Omit<typeof accountRequests.$inferInsert, 'id' | 'createdAt' | 'decidedAt' | 'kind'> & {
  hoursAgo: number
}

const BUSINESSES: readonly Business[] = [
  {
    hoursAgo: 3,
    businessName: 'The Weavers’ Rest',
    contactName: 'Priya Nair',
    email: 'priya@weaversrest.example',
    contactPhone: '01632 960 201',
    addressLines: ['14 Wharf Street'],
    town: 'Halifax',
    postcode: 'HX1 1AF',
    companyNo: '09999991',
    message: 'We open in three weeks: a pub with forty covers. Could you call before nine?',
  },
  {
    hoursAgo: 27,
    businessName: 'Moorside Primary School',
    contactName: 'Tom Ashworth',
    email: 'kitchen@moorside.example',
    contactPhone: '01632 960 202',
    addressLines: ['School Lane'],
    town: 'Bradford',
    postcode: 'BD1 2AB',
    message: 'Lunches for 210 children, term time only.',
  },
  {
    hoursAgo: 50,
    businessName: 'Harbour Lights',
    contactName: 'Ella Frost',
    email: 'ella@harbourlights.example',
    contactPhone: '01632 960 203',
    addressLines: ['2 Quay Road'],
    town: 'Whitby',
    postcode: 'YO21 1AA',
    message: '',
  },
  {
    hoursAgo: 200,
    businessName: 'Pop-up Kitchen',
    contactName: 'Sam Lund',
    email: 'sam@popup.example',
    contactPhone: '01632 960 204',
    addressLines: ['Unit 9'],
    town: 'Leeds',
    postcode: 'LS1 4DY',
    state: 'rejected',
    reason: 'We could not find the business at this address. Please call us.',
  },
]

export const makeAccountRequests = (seed: number, now: Date): (typeof accountRequests.$inferInsert)[] => {
  const random = randomOf(seed, 'account requests')
  return BUSINESSES.map(({ hoursAgo, ...business }) => ({
    id: demoUuid(now, random),
    kind: 'trade',
    state: 'open',
    companyNo: '',
    message: '',
    reason: '',
    ...business,
    createdAt: new Date(now.getTime() - hoursAgo * HOUR_MS),
    decidedAt: business.state === 'rejected' ? new Date(now.getTime() - 5 * DAY_MS) : null,
  }))
}

const PEOPLE: readonly [postcode: string, contactName: string, daysAgo: number][] = [
  ['YO21 1AA', 'Ella Frost', 2],
  ['YO21 3PQ', 'Ken Marsh', 9],
  ['YO22 4BH', 'Anna Reid', 15],
  ['HG1 2AB', 'Lewis Hart', 4],
  ['HG1 5TY', 'Mina Shah', 21],
  ['DN31 1QE', 'Joan Pike', 40],
]

export const makePostcodeRequests = (seed: number, now: Date): (typeof postcodeRequests.$inferInsert)[] => {
  const random = randomOf(seed, 'postcode requests')
  return PEOPLE.map(([postcode, contactName, daysAgo]) => ({
    id: demoUuid(now, random),
    postcode,
    district: partsOf(postcode)?.outward ?? postcode,
    contactName,
    email: `${contactName.toLowerCase().replace(' ', '.')}@example.com`,
    createdAt: new Date(now.getTime() - daysAgo * DAY_MS),
  }))
}
