import { expect, it } from 'vitest'
import { progressOf } from '#src/features/trolly/progress-of.ts'
import { aCustomer } from '#tests/support/signed-in.tsx'

const at = (netPence: number, customer: Parameters<typeof aCustomer>[0]) =>
  progressOf(
    { totals: { netPence }, pricesHere: true, delivery: undefined } as Parameters<typeof progressOf>[0],
    aCustomer(customer),
  )
const TERMS = { minimumOrderPence: 15_000, freeDeliveryPence: 55_000, deliveryChargePence: 650 }

it('counts to the minimum in amber, then says that it is met and counts on to free delivery', () => {
  expect(at(0, TERMS)).toEqual({ share: 0, words: 'Minimum order £150.00', tone: 'amber' })
  expect(at(9_222, TERMS)).toMatchObject({ words: '£57.78 to go to the £150.00 minimum', tone: 'amber' })
  expect(at(50_858, TERMS)).toEqual({
    share: 50_858 / 55_000,
    words: '£41.42 to free delivery from £550.00',
    shortWords: '£41.42 to free delivery',
    met: 'Minimum met',
    tone: 'green',
  })
  expect(at(55_000, TERMS)).toMatchObject({ share: 1, words: 'Free delivery', met: 'Minimum met' })
})

it('says that the minimum is met where delivery is never free, and nothing without either', () => {
  expect(at(15_000, { ...TERMS, freeDeliveryPence: null })).toEqual({
    share: 1,
    words: 'Minimum met',
    met: 'Minimum met',
    tone: 'green',
  })
  expect(at(15_000, { minimumOrderPence: 0, freeDeliveryPence: null })).toBeUndefined()
})
