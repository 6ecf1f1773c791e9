import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AddedAllergens, SubstitutionChoice } from '#domain/line-terms.ts'
import { ALLERGENS, type Product } from '#domain/product.ts'
import { allergenDifference } from '#domain/substitution.ts'
import type { Operation } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { agreeOn, swapLine } from '#src/features/trolly/line-terms/change-terms.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import { add, aLine, checkout, create, remove, set, TROLLY } from '#tests/domain/trollies/builders.ts'
import { aProduct } from '#tests/support/signed-in.tsx'
import { aPhone, changed, refusal } from './phone.ts'

const terms = (
  change: { note?: string; substitution?: SubstitutionChoice | null },
  product_no = 'P1',
): Operation => ({
  kind: 'terms',
  product_no,
  ...change,
})

const aPhoneWithLine = async (parts: Parameters<typeof aLine>[0] = {}) => {
  const phone = aPhone()
  await phone.knowsTrolly()
  await phone.database.lines.put({ ...aLine(parts), trollyId: TROLLY })
  const line = async (product_no = 'P1') =>
    (await findTrolly(phone.database, TROLLY))?.lines.find((each) => each.product_no === product_no)
  const kinds = async () => (await phone.queue()).map(({ operation }) => operation.kind)
  return { ...phone, line, kinds }
}

describe('a line’s terms', () => {
  test('show at once, fold field by field, and are sent beside the quantity', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(terms({ note: 'ripe' }))
    await phone.append(set(7))
    await phone.append(terms({ substitution: { kind: 'wait' } }))
    await phone.append(terms({ note: 'ripe ones' }))
    expect(await phone.line()).toMatchObject({
      quantity: 7,
      note: 'ripe ones',
      substitution: { kind: 'wait' },
      state: 'waiting',
    })
    expect(await phone.queue()).toMatchObject([
      {
        operation: { kind: 'terms', note: 'ripe ones', substitution: { kind: 'wait' } },
        expectedVersion: null,
      },
      { operation: { kind: 'set' }, expectedVersion: 3 },
    ])
  })

  test('that were answered leave the quantity’s version alone', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(terms({ note: 'ripe' }))
    phone.answerWith(changed({ before: 3, after: 3, quantity: 4 }))
    await phone.drain()
    await phone.append(set(7))
    expect(await phone.queue()).toMatchObject([{ operation: { kind: 'set' }, expectedVersion: 3 }])
  })

  test('do nothing for a line that is gone, and are over when the server has none', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(terms({ note: 'ripe' }, 'P9'))
    expect(await phone.kinds()).toEqual([])
    await phone.append(terms({ note: 'ripe' }))
    phone.answerWith(refusal(404, 'line_not_found'))
    await phone.drain()
    expect(await phone.kinds()).toEqual([])
  })

  test('wait while their line asks, and are sent once it is there', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(Object.assign(add(1), { toPresent: true as const }))
    await phone.append(terms({ note: 'ripe' }))
    phone.answerWith(refusal(412, 'line_not_found'), refusal(404, 'line_not_found'))
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'attention' }, { operation: { note: 'ripe' } }])
    const [asked] = await phone.queue()
    await phone.work.decide(asked?.opId ?? '', 'mine')
    // Behind their line, or they would be applied and sent before it is there.
    expect(await phone.kinds()).toEqual(['add', 'terms'])
    phone.answerWith(
      changed({ before: 4, after: 5, quantity: 4 }),
      changed({ before: 5, after: 5, quantity: 4 }),
    )
    await phone.drain()
    await phone.drain()
    expect(phone.sent.slice(1).map(({ path }) => path)).toEqual([
      expect.stringContaining('/item'),
      expect.stringContaining('/terms'),
    ])
    expect(await phone.kinds()).toEqual([])
  })

  test('stay behind an addition that a new quantity decides', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(add(1, 'P2'))
    await phone.append(terms({ note: 'ripe' }, 'P2'))
    phone.answerWith(refusal(412, 'line_exists'))
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'attention' }, { operation: { note: 'ripe' } }])
    await phone.append(set(3, 'P2'))
    expect(await phone.kinds()).toEqual(['set', 'terms'])
    expect(await phone.line('P2')).toMatchObject({ quantity: 3, note: 'ripe' })
  })

  test('go with a removed line, also those that wait', async () => {
    const phone = await aPhoneWithLine({ note: 'ripe' })
    await phone.append(terms({ substitution: { kind: 'leave_out' } }))
    await phone.append(remove())
    expect(await phone.kinds()).toEqual(['remove'])
    await phone.append(add(2, 'P2'))
    await phone.append(terms({ note: 'x' }, 'P2'))
    await phone.append(remove('P2'))
    expect(await phone.kinds()).toEqual(['remove'])
  })

  test('that are refused ask, keep the order waiting, and are replaced by the next choice', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(terms({ substitution: { kind: 'wait' } }))
    phone.answerWith(refusal(422, 'allergens_not_confirmed', { difference: {} }))
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'attention' }])
    await expect(phone.append(checkout())).rejects.toBeInstanceOf(OperationRefused)
    await phone.append(terms({ substitution: { kind: 'leave_out' } }))
    expect(await phone.queue()).toMatchObject([
      { state: 'pending', operation: { substitution: { kind: 'leave_out' } } },
    ])
  })

  test('that are refused go again with the next change of another field', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(terms({ substitution: { kind: 'wait' } }))
    phone.answerWith(refusal(422, 'allergens_not_confirmed', { difference: {} }))
    await phone.drain()
    await phone.append(terms({ note: 'ripe' }))
    expect(await phone.queue()).toMatchObject([
      { state: 'pending', operation: { substitution: { kind: 'wait' }, note: 'ripe' } },
    ])
  })

  test('withdraw an order that waits', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(checkout())
    await phone.append(terms({ note: 'ripe' }))
    expect(await phone.kinds()).toEqual(['terms'])
  })

  test('move to a new trolly with what waits for the line', async () => {
    const phone = await aPhoneWithLine()
    await phone.append(add(2, 'P2'))
    await phone.append(terms({ note: 'ripe' }, 'P2'))
    await phone.append(terms({ note: 'of the other order' }))
    const id = '0190b5a0-0000-7000-8000-000000000009'
    await phone.outbox.moveToNewTrolly(TROLLY, { ...create(), trollyId: id } as never)
    expect((await phone.queue()).map(({ operation }) => operation)).toMatchObject([
      { kind: 'create' },
      { kind: 'add', product_no: 'P2' },
      { kind: 'terms', product_no: 'P2', note: 'ripe' },
    ])
  })

  test('move with lines that come too late for their order', async () => {
    const phone = await aPhoneWithLine({ note: 'ripe', orderedQuantity: 1 })
    const id = '0190b5a0-0000-7000-8000-000000000009'
    await phone.outbox.splitFromOrder(TROLLY, { ...create(), trollyId: id } as never, {
      status: 'placed',
      cutOffAt: null,
      lines: [{ product_no: 'P1', quantity: 1 }],
    })
    expect((await findTrolly(phone.database, id))?.lines).toMatchObject([{ quantity: 3, note: 'ripe' }])
  })
})

test('nothing that was not confirmed gets into a trolly or an agreement on the device', async () => {
  const phone = await aPhoneWithLine()
  const { database } = phone
  const device = phone as never
  const some = fc.subarray([...ALLERGENS], { maxLength: 3 })
  const declared = fc.record({ contains: fc.option(some), mayContain: fc.option(some) })
  const confirmed: fc.Arbitrary<AddedAllergens> = fc.record({
    contains: some,
    mayContain: some,
    unknown: fc.boolean(),
  })
  const way = fc.constantFrom(agreeOn, swapLine)
  await fc.assert(
    fc.asyncProperty(declared, declared, declared, confirmed, way, async (short, shown, now, said, act) => {
      await database.outbox.clear()
      const original = { ...aProduct({ product_no: 'P1', ...short }), pricePence: 100 }
      const substitute: Product = { ...aProduct({ product_no: 'P2', ...shown }), pricePence: 100 }
      // The list may have changed while the sheet was open.
      await database.products.bulkPut([
        aProduct({ product_no: 'P1', ...short }),
        aProduct({ product_no: 'P2', ...now }),
      ])
      const { contains, mayContain, unknown } = allergenDifference(short, now)
      const isCovered =
        contains.every((each) => said.contains.includes(each)) &&
        mayContain.every((each) => said.contains.includes(each) || said.mayContain.includes(each)) &&
        (!unknown || said.unknown)
      const done = act(device, {
        trollyId: TROLLY,
        priceListId: 'TRADE',
        original,
        substitute,
        confirmed: said,
      })
      if (isCovered) await done
      else await expect(done).rejects.toMatchObject({ code: 'allergens_not_confirmed' })
      const view = await findTrolly(database, TROLLY)
      const came = view?.lines.some(
        ({ product_no, substitution }) => product_no === 'P2' || substitution?.kind === 'take',
      )
      expect(came).toBe(isCovered)
    }),
    { numRuns: 100 },
  )
})

test('a swap removes the one and adds the other with its note, in one step', async () => {
  const phone = await aPhoneWithLine({ note: 'ripe' })
  await phone.database.products.bulkPut([aProduct({ product_no: 'P1' }), aProduct({ product_no: 'P2' })])
  const [original, substitute] = ['P1', 'P2'].map((product_no) => ({
    ...aProduct({ product_no }),
    pricePence: 90,
  }))
  if (!original || !substitute) throw new Error('No products')
  const confirmed = allergenDifference(original, substitute)
  await swapLine(phone as never, { trollyId: TROLLY, priceListId: 'TRADE', original, substitute, confirmed })
  expect((await phone.queue()).map(({ operation }) => operation)).toMatchObject([
    { kind: 'remove', product_no: 'P1' },
    { kind: 'add', product_no: 'P2', quantity: 4 },
    { kind: 'terms', product_no: 'P2', note: 'ripe' },
  ])
  expect((await findTrolly(phone.database, TROLLY))?.lines).toMatchObject([
    { product_no: 'P2', note: 'ripe' },
  ])
})
