import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addedQuantity,
  asInvoiced,
  type ClaimedLine,
  claimCredits,
  claimUntil,
  mayCheckIn,
  timingOf,
} from '#domain/claims.ts'
import { type DeliveredLine, NO_CHARGE } from '#domain/paperwork/bill.ts'
import { creditOf } from '#domain/paperwork/credit.ts'

const aLine = (parts: Partial<DeliveredLine> = {}): DeliveredLine => ({
  position: 1,
  product_no: 'P1',
  name: 'Lemons',
  pack: '12',
  quantity: 3,
  unitPricePence: 1_640,
  vatBasisPoints: 0,
  netPence: 4_920,
  catchWeight: false,
  deliveredQuantity: null,
  ...parts,
})

const claimed = (quantity: number, parts: Partial<ClaimedLine> = {}): ClaimedLine => ({
  position: 1,
  problem: 'damaged',
  quantity,
  deliveredQuantity: 3,
  ...parts,
})

const totals = (lines: readonly DeliveredLine[], ...claims: ClaimedLine[][]) =>
  claimCredits(asInvoiced({ ...NO_CHARGE, lines }), claims).map(({ totalPence }) => totalPence)

describe('the time for claims', () => {
  const delivered = { deliveryDay: '2026-11-26', deliveredAt: '2026-11-26T07:44:00.000Z' }

  it('is 72 hours for chilled and frozen goods and 14 days for others', () => {
    expect(claimUntil('chilled', delivered).toISOString()).toBe('2026-11-29T07:44:00.000Z')
    expect(claimUntil('frozen', delivered).toISOString()).toBe('2026-11-29T07:44:00.000Z')
    expect(claimUntil('ambient', delivered).toISOString()).toBe('2026-12-10T07:44:00.000Z')
  })

  it('counts from the end of the day until the delivery is recorded, in London', () => {
    const summer = { deliveryDay: '2026-07-01', deliveredAt: null }
    expect(claimUntil('chilled', summer).toISOString()).toBe('2026-07-04T23:00:00.000Z')
  })

  const at = new Date('2026-11-26T08:00:00.000Z')
  const timing = (receivedAt: string, made = at) =>
    timingOf(delivered, { at: made, receivedAt: new Date(receivedAt), storageType: 'chilled' })

  it('goes by when the check-in was made, not by when a phone had signal again', () => {
    expect(timing('2026-11-29T07:44:00.000Z')).toBe('in_time')
    expect(timing('2026-12-05T07:44:00.000Z')).toBe('sent_late')
    expect(timing('2026-12-20T07:44:00.000Z')).toBe('too_late')
    expect(timing('2026-11-30T07:44:00.000Z', new Date('2026-11-29T07:44:00.001Z'))).toBe('too_late')
  })

  it('begins with the day, since a recorded time may be an estimate', () => {
    const order = {
      ...delivered,
      confirmedAt: '2026-11-25T19:14:00.000Z',
      cancelledAt: null,
      replacedAt: null,
    }
    expect(mayCheckIn(order, new Date('2026-11-26T00:00:00.000Z'))).toBe(true)
    expect(mayCheckIn(order, new Date('2026-11-25T23:59:00.000Z'))).toBe(false)
  })

  it('opens at the door, before the office knows of the delivery', () => {
    const order = {
      deliveryDay: '2026-11-26',
      deliveredAt: null,
      confirmedAt: '2026-11-25T19:14:00.000Z',
      cancelledAt: null,
      replacedAt: null,
    }
    expect(mayCheckIn(order, at)).toBe(true)
    expect(mayCheckIn(order, new Date('2026-11-25T20:00:00.000Z'))).toBe(false)
    expect(mayCheckIn({ ...order, cancelledAt: '2026-11-25T20:00:00.000Z' }, at)).toBe(false)
  })
})

describe('what a claim adds to a line', () => {
  const added = (seen: number, quantity: number, taken: number) =>
    addedQuantity({ delivered: 5, claimed: taken, seen, quantity })

  it('is all of it where nobody else claimed', () => expect(added(0, 2, 0)).toBe(2))
  it('is nothing where another device reported the same, unseen', () => expect(added(0, 2, 2)).toBe(0))
  it('is the rest where this device saw less than there is', () => expect(added(0, 3, 2)).toBe(1))
  it('is all of it where the other claim was seen', () => expect(added(2, 2, 2)).toBe(2))
  it('never goes beyond what was delivered', () => expect(added(4, 3, 4)).toBe(1))
})

describe('the credit of a claim', () => {
  it('is the billed share, with VAT', () => {
    expect(totals([aLine()], [claimed(1)])).toEqual([1_640])
    expect(totals([aLine({ vatBasisPoints: 2_000 })], [claimed(1)])).toEqual([1_968])
  })

  it('leaves out what the office has credited itself since', () => {
    const short = aLine({ deliveredQuantity: 2 })
    expect(totals([short], [claimed(1, { problem: 'short' })])).toEqual([0])
    expect(totals([short], [claimed(1, { problem: 'short', deliveredQuantity: 2 })])).toEqual([1_640])
    expect(totals([short], [claimed(3)])).toEqual([3_280])
  })

  it('takes what the office found from several claims once', () => {
    const line = aLine({ quantity: 10, unitPricePence: 1_000, netPence: 10_000, deliveredQuantity: 8 })
    const short = (quantity: number, deliveredQuantity = 10) => [
      claimed(quantity, { problem: 'short', deliveredQuantity }),
    ]
    expect(totals([line], short(3))).toEqual([1_000])
    expect(totals([line], short(2), short(1))).toEqual([0, 1_000])
    expect(totals([line], short(1), short(2))).toEqual([0, 1_000])
    // One of the two was found between the claims.
    expect(totals([line], short(1), short(1, 9))).toEqual([0, 0])
    expect(totals([line], short(2), short(1, 9))).toEqual([0, 1_000])
    const credited = { ...asInvoiced({ ...NO_CHARGE, lines: [line] }), credited: [short(2)] }
    expect(claimCredits(credited, [short(1)])).toMatchObject([{ totalPence: 1_000 }])
  })

  const anyLine = fc
    .record({
      quantity: fc.integer({ min: 1, max: 12 }),
      unitPricePence: fc.integer({ min: 1, max: 20_000 }),
      offPence: fc.nat({ max: 500 }),
      vatBasisPoints: fc.constantFrom(0, 500, 2_000),
      weightGrams: fc.option(fc.integer({ min: 1, max: 30_000 })),
      shortBy: fc.nat({ max: 2 }),
    })
    .map(({ quantity, unitPricePence, offPence, vatBasisPoints, weightGrams, shortBy }) => {
      const gross = quantity * unitPricePence
      const off = Math.min(offPence, gross)
      return aLine({
        quantity,
        unitPricePence,
        vatBasisPoints,
        netPence: gross - off,
        ...(off > 0 && { discounts: [{ name: 'Bulk', pence: off }] as never }),
        catchWeight: weightGrams !== null,
        // What was not delivered was not weighed.
        deliveredWeightGrams: shortBy < quantity ? weightGrams : null,
        deliveredQuantity: Math.max(0, quantity - shortBy),
      })
    })

  it('sums to the whole, in whatever parts and order the goods are claimed', () => {
    fc.assert(
      fc.property(
        fc.array(anyLine, { minLength: 1, maxLength: 5 }),
        fc.array(fc.record({ line: fc.nat(), quantity: fc.integer({ min: 1, max: 5 }) }), { maxLength: 12 }),
        (made, parts) => {
          const lines = made.map((line, position) => ({ ...line, position }))
          const billed = asInvoiced({ ...NO_CHARGE, lines })
          const some = parts.map(({ line, quantity }) => [
            claimed(quantity, { position: line % lines.length }),
          ])
          const rest = lines.map(({ position }) => [claimed(99, { position })])
          const credits = claimCredits(billed, [...some, ...rest])
          const sum = [...billed.earlier, ...credits].reduce((all, { totalPence }) => all + totalPence, 0)
          expect(sum).toBe(billed.invoice.totalPence)
          expect(credits.every(({ totalPence }) => totalPence >= 0)).toBe(true)
          // And never differs from what one credit note of all would say.
          const whole = creditOf(billed.invoice, [], {
            quantities: new Map(billed.invoice.lines.map(({ position, quantity }) => [position, quantity])),
          })
          expect(sum).toBe(whole.totalPence)
        },
      ),
      { numRuns: 300 },
    )
  })
})
