import { describe, expect, it } from 'vitest'
import { type DeliveryRoute, prefixesOf, routeOfPostcode, tidyPrefix } from '#domain/delivery-route.ts'
import { isPostcode, tidyPostcode } from '#domain/postcode.ts'

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
    ['gir0aa', 'GIR 0AA'],
    ['bfpo  57', 'BFPO 57'],
    ['somewhere', 'somewhere'],
  ])('%s is normalised to %s', (typed, tidy) => {
    expect(tidyPostcode(typed)).toBe(tidy)
  })

  it.each(['', 'YO1', '12345', 'YO1 7H', 'YOO1 7HH', 'D02 AF30'])('rejects %j', (text) => {
    expect(isPostcode(text)).toBe(false)
  })

  it.each([
    ['ec1a1bb', ['EC', 'EC1A', 'EC1A 1']],
    ['S1 2AB', ['S', 'S1', 'S1 2']],
    ['somewhere', []],
  ])('%s is named by its area, district and sector alone', (postcode, prefixes) => {
    expect(prefixesOf(postcode)).toEqual(prefixes)
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

  it.each([
    ['S', 'S1 2AB', ['SW1A 1AA', 'SE1 9SG', 'SO14 2AR', 'SA1 3SN']],
    ['N1', 'N1 9GU', ['N1C 4AX', 'N10 1AA', 'NW1 6XE']],
    ['YO1', 'YO1 7HH', ['YO17 7HH', 'YO10 4AA']],
    ['YO1 7', 'YO1 7HH', ['YO1 8HH', 'YO17 7HH']],
  ])('of prefix %s serves %s alone', (prefix, served, others) => {
    const routes = [aRoute(prefix)]
    expect(routeOfPostcode(served, routes)?.prefix).toBe(prefix)
    for (const other of others) expect(routeOfPostcode(other, routes)).toBeUndefined()
  })

  it('is that of a sector before its district, and of a district before its area', () => {
    const routes = [aRoute('YO'), aRoute('YO1'), aRoute('YO1 7', { served: false })]
    expect(routeOfPostcode('YO1 8HH', routes)?.prefix).toBe('YO1')
    expect(routeOfPostcode('YO1 7HH', routes)).toBeUndefined()
  })

  it.each([
    ['hx1', 'HX1'],
    [' yo1  7 ', 'YO1 7'],
    ['S', 'S'],
    ['HX17HH', undefined],
    ['YO1 7HH', undefined],
    ['1', undefined],
  ])('reads %j as the prefix %s', (typed, prefix) => expect(tidyPrefix(typed)).toBe(prefix))

  it('is undefined without a prefix, for one that is not served, and for one without days', () => {
    expect(routeOfPostcode('LS1 1AA', [aRoute('YO')])).toBeUndefined()
    expect(routeOfPostcode('YO1 7HH', [aRoute('YO'), aRoute('YO1', { served: false })])).toBeUndefined()
    expect(routeOfPostcode('YO1 7HH', [aRoute('YO', { deliveryWeekdays: [] })])).toBeUndefined()
  })
})
