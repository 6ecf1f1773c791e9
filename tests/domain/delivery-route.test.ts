import { describe, expect, it } from 'vitest'
import { type DeliveryRoute, prefixesOf, routeOfPostcode } from '#domain/delivery-route.ts'
import { isPostcode, outwardCodeOf, tidyPostcode } from '#domain/postcode.ts'

const aRoute = (prefix: string, parts: Partial<DeliveryRoute> = {}): DeliveryRoute => ({
  prefix,
  route: prefix,
  deliveryWeekdays: [2, 4],
  cutOffTime: '17:00',
  minimumOrderPence: 3_000,
  deliveryChargePence: 499,
  served: true,
  ...parts,
})

describe('a postcode', () => {
  it.each([
    ['yo17hh', 'YO1 7HH'],
    [' yo17  7hh', 'YO17 7HH'],
    ['m1 1ae', 'M1 1AE'],
    ['EC1A 1BB', 'EC1A 1BB'],
    ['somewhere', 'somewhere'],
  ])('%s is normalised to %s', (typed, tidy) => {
    expect(tidyPostcode(typed)).toBe(tidy)
  })

  it.each(['', 'YO1', '12345', 'YO1 7H', 'YOO1 7HH', 'D02 AF30'])('rejects %j', (text) => {
    expect(isPostcode(text)).toBe(false)
  })

  it('has an outward code, which its prefixes match', () => {
    expect(outwardCodeOf('YO1 7HH')).toBe('YO1')
    expect(prefixesOf('EC1A 1BB')).toEqual(['E', 'EC', 'EC1', 'EC1A'])
  })
})

describe('the route of a postcode', () => {
  it('belongs to the longest prefix, in any order of prefixes', () => {
    const routes = [aRoute('YO'), aRoute('YO1'), aRoute('YO17')]
    for (const some of [routes, routes.toReversed()]) {
      expect(routeOfPostcode('YO1 7HH', some)?.prefix).toBe('YO1')
      expect(routeOfPostcode('YO17 7HH', some)?.prefix).toBe('YO17')
      expect(routeOfPostcode('YO26 5LL', some)?.prefix).toBe('YO')
    }
  })

  it('is undefined without a prefix, for one that is not served, and for one without days', () => {
    expect(routeOfPostcode('LS1 1AA', [aRoute('YO')])).toBeUndefined()
    expect(routeOfPostcode('YO1 7HH', [aRoute('YO'), aRoute('YO1', { served: false })])).toBeUndefined()
    expect(routeOfPostcode('YO1 7HH', [aRoute('YO', { deliveryWeekdays: [] })])).toBeUndefined()
  })
})
