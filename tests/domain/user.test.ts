import { expect, test } from 'vitest'
import { mayPlaceOrders } from '#domain/user.ts'

test('a user may place orders unless told 0, as a number or as text', () => {
  expect(mayPlaceOrders({})).toBe(true)
  for (const can_place_orders of [null, 1, '1'] as const)
    expect(mayPlaceOrders({ can_place_orders })).toBe(true)
  for (const can_place_orders of [0, '0'] as const) expect(mayPlaceOrders({ can_place_orders })).toBe(false)
})
