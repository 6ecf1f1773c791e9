import type { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import type { DemoCustomer } from './customers.ts'
import { randomOf } from './random.ts'
import { demoUuid } from './users.ts'

const PLACES = [
  { name: 'Kitchen', accessNotes: '' },
  { name: 'Market stall', accessNotes: 'Set-up from 07:00, behind the clock tower. Ring before you unload.' },
  { name: 'Home', accessNotes: 'Side gate. Leave chilled boxes in the porch.' },
]
const CONTACTS = ['Ada Lees', 'Imran Shah', 'Jo Whitaker', 'Marta Nowak', 'Tom Sykes']

/** One to three for each cash account, all within its round; the first is the default. */
export const makeDeliveryAddresses = (
  customers: readonly DemoCustomer[],
  seed: number,
  now: Date,
): (typeof deliveryAddresses.$inferInsert)[] =>
  customers
    .filter(({ row }) => row.accountKind === 'cash')
    .flatMap(({ row }) => {
      const random = randomOf(seed, `delivery addresses ${row.id}`)
      const places = PLACES.slice(0, random.whole(1, PLACES.length))
      const outcode = (row.postcode ?? '').split(' ')[0]
      return places.map((place, at) => ({
        id: demoUuid(now, random),
        customerId: row.id,
        ...place,
        contactName: random.pick(CONTACTS),
        contactPhone: row.contactPhone ?? '',
        addressLines: at === 0 ? (row.addressLines ?? []) : [`${random.whole(1, 90)} Chapel Lane`],
        town: row.town ?? '',
        postcode: at === 0 ? (row.postcode ?? '') : `${outcode} ${random.whole(1, 9)}AB`,
        isDefault: at === 0,
        updatedAt: now,
      }))
    })
