import type { deliveryPostcodes } from '#server/db/schema/customers.ts'
import { DEPOT, NOT_SERVED, routeOf, TOWNS } from './towns.ts'

export const makeDeliveryPostcodes = (): (typeof deliveryPostcodes.$inferInsert)[] => [
  ...TOWNS.flatMap((town) => {
    const route = routeOf(town)
    return town.outcodes.map((prefix) => ({
      prefix,
      area: prefix.replace(/\d.*/, ''),
      town: town.name,
      region: town.route === 'MANCHESTER' ? 'North West England' : 'Yorkshire and the Humber',
      latitude: town.latitude,
      longitude: town.longitude,
      depot: DEPOT,
      route: route.id,
      deliveryWeekdays: [...route.weekdays],
      cutOffTime: route.cutOffTime,
      minimumOrderPence: route.minimumOrderPence,
      deliveryChargePence: route.deliveryChargePence,
      served: true,
    }))
  }),
  ...NOT_SERVED.map(({ prefix, town }) => ({
    prefix,
    area: prefix.replace(/\d.*/, ''),
    town,
    region: '',
    latitude: null,
    longitude: null,
    depot: '',
    route: '',
    deliveryWeekdays: [],
    cutOffTime: '22:00',
    minimumOrderPence: 0,
    deliveryChargePence: 0,
    served: false,
  })),
]
