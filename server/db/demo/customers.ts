import type { customers } from '#server/db/schema/customers.ts'
import { type Random, randomOf } from './random.ts'
import { routeOf, TOWNS } from './towns.ts'
import { TRADES, type Trade } from './trades.ts'

export type DemoCustomer = {
  row: typeof customers.$inferInsert & { id: string; deliveryWeekdays: number[] }
  trade: Trade
  ordersAWeek: number
  linesAnOrder: number
}

const STREETS = [
  'Mill Lane',
  'Church Street',
  'Market Place',
  'Station Road',
  'Bridge End',
  'Commercial Street',
  'Kirkgate',
  'Northgate',
  'Park Road',
  'Wharf Street',
]
const POSTCODE_LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'
export const DISTRIBUTOR_NO = 'D100'
const DISTRIBUTED = 6

export const makeCustomers = (seed: number): DemoCustomer[] =>
  Object.entries(TRADES)
    .flatMap(([trade, terms]) => terms.names.map((name) => ({ trade: trade as Trade, terms, name })))
    .map(({ trade, terms, name }, index) => {
      const random = randomOf(seed, `customer ${name}`)
      const town = TOWNS[(index * 7) % TOWNS.length] ?? random.pick(TOWNS)
      const route = routeOf(town)
      const isCash = terms.creditLimitPounds === 0
      return {
        trade,
        ordersAWeek: Math.min(terms.ordersAWeek, route.weekdays.length) * random.around(0.2),
        linesAnOrder: terms.linesAnOrder * random.around(0.3),
        row: {
          id: String(200_101 + index * 7),
          name,
          accountKind: isCash ? ('cash' as const) : ('credit' as const),
          distributorNo: index >= 30 && index < 30 + DISTRIBUTED ? DISTRIBUTOR_NO : null,
          addressLines: [`${random.whole(1, 180)} ${random.pick(STREETS)}`],
          town: town.name,
          postcode: postcodeOf(random.pick(town.outcodes), random),
          contactEmail: `kitchen.${200_101 + index * 7}@example.com`,
          // 01632 is reserved for fiction.
          contactPhone: `01632 960${String(random.whole(0, 999)).padStart(3, '0')}`,
          onStop: STOPPED.includes(name),
          priceListId: terms.priceListId,
          creditLimitPence: isCash ? null : Math.round(terms.creditLimitPounds * random.around(0.4)) * 100,
          minimumOrderPence: route.minimumOrderPence,
          maximumOrderPence: MOST_PENCE[name] ?? (isCash ? 250_000 : null),
          freeDeliveryPence: FREE_DELIVERY.includes(trade) ? route.minimumOrderPence * 3 : null,
          mandatoryCategory: MANDATORY[name] ?? null,
          ageRestrictedAllowed: terms.isLicensed,
          route: route.id,
          deliveryWeekdays: [...route.weekdays],
          cutOffTime: route.cutOffTime,
          cutOffDaysBefore: route.cutOffDaysBefore,
        },
      }
    })

const STOPPED = ['The Silent Organ', 'Golden Wok']
const MOST_PENCE: Record<string, number> = { 'Ryburn Road Nursery': 60_000 }
const MANDATORY: Record<string, string> = { 'Hollin Bank Special School': 'Fruit & Vegetables' }
const FREE_DELIVERY: readonly Trade[] = ['café', 'takeaway', 'restaurant']

function postcodeOf(outcode: string, random: Random): string {
  const letter = (): string => random.pick(Array.from(POSTCODE_LETTERS))
  return `${outcode} ${random.whole(1, 9)}${letter()}${letter()}`
}
