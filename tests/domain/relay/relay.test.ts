import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { type Collected, codeTextsOf, collect, linkTextOf, readPart, relayOf } from '#domain/relay/codes.ts'
import type { Relay } from '#domain/relay/relay.ts'
import { RelayUnreadable } from '#domain/relay/unreadable.ts'
import type { Operation, SetQuantity } from '#domain/trollies/operation.ts'

const uuid = fc.uuid({ version: [4, 7] })
const product_no = fc.oneof(
  fc.integer({ min: 1, max: 999_999 }).map(String),
  fc.stringMatching(/^[A-Z0-9/. -]{1,20}$/),
  fc.constantFrom('007', '0', '999999999999999'),
)
const quantity = fc.integer({ min: 1, max: 9_999 })
const pence = fc.option(fc.nat({ max: 9_999_999 }))
const text = fc.string({ unit: 'grapheme', maxLength: 40 })

/** Lines keep their order, not the moment at which they were added. */
const AT = '2026-12-02T10:00:00.000Z'

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    product_no,
    quantity,
    seenPricePence: pence,
    toPresent: fc.boolean(),
    addedAt: fc.constant(AT),
  }),
  fc.record({
    kind: fc.constant('set' as const),
    product_no,
    quantity,
    seenPricePence: pence,
    addedAt: fc.constant(AT),
  }),
  fc.record({ kind: fc.constant('remove' as const), product_no }),
  fc.record(
    {
      kind: fc.constant('terms' as const),
      product_no,
      note: text,
      substitution: fc.constantFrom(null, { kind: 'wait' as const }),
    },
    { requiredKeys: ['kind', 'product_no'] },
  ),
  fc.record({
    kind: fc.constant('details' as const),
    changes: fc.record({ poNumber: text, instructions: text }, { requiredKeys: [] }),
  }),
  // A field of a later build.
  fc
    .record({ kind: fc.constant('set' as const), product_no, quantity, note: text })
    .map((later) => later as unknown as SetQuantity),
)

const terms = {
  note: fc.oneof(fc.constant(''), text),
  substitution: fc.constantFrom(null, { kind: 'wait' as const }, { kind: 'leave_out' as const }),
}
const seenLine = fc.oneof(
  fc.record({ product_no, quantity, unitPricePence: pence, ...terms }),
  // As an older build sends it.
  fc.record({ product_no, quantity, unitPricePence: pence }),
)
const relay: fc.Arbitrary<Relay> = fc
  .record({
    trollyId: uuid,
    customerId: text,
    from: text,
    madeAt: fc.nat({ max: 4_000_000_000 }).map((seconds) => seconds * 1000),
    epoch: fc.option(fc.string({ minLength: 1 }), { nil: undefined }),
    check: fc.nat({ max: 0xffffffff }),
    operations: fc.array(fc.record({ opId: uuid, operation, expectedVersion: fc.option(fc.nat()) }), {
      maxLength: 60,
    }),
    order: fc.option(fc.array(seenLine, { maxLength: 20 })),
    isAsSent: fc.boolean(),
    orderKey: uuid,
  })
  .map(({ order, isAsSent, orderKey, ...parts }) => {
    if (order === null) return parts
    const own = parts.operations.flatMap(({ operation: each }) =>
      each.kind === 'add' || each.kind === 'set'
        ? [
            {
              product_no: each.product_no,
              quantity: each.quantity,
              unitPricePence: each.seenPricePence ?? null,
              note: '',
              substitution: null,
            },
          ]
        : [],
    )
    const checkout: Operation = {
      kind: 'checkout',
      deliveryDay: '2026-12-04',
      lines: isAsSent ? [...own, ...order] : order,
      totalPence: 1,
      confirmations: { ageRestricted: false, catchWeight: true },
    }
    return {
      ...parts,
      operations: [...parts.operations, { opId: orderKey, operation: checkout, expectedVersion: null }],
    }
  })

/** As the second phone has it: the moments of adding are not carried. */
const carried = (sent: Relay | undefined) =>
  sent && {
    ...sent,
    operations: sent.operations.map(({ operation: each, ...rest }) => ({
      ...rest,
      // As text, since the order of fields decides a request's bytes.
      operation: JSON.stringify(each, (key, value) => (key === 'addedAt' ? undefined : value)),
    })),
  }

const gather = (texts: readonly string[]) =>
  texts.map(readPart).reduce((parts: Collected, part) => collect(parts, part), [])

describe('a relay', () => {
  test('arrives as it left, by link or by codes in any order, some of them twice', () => {
    fc.assert(
      fc.property(relay, fc.infiniteStream(fc.nat()), (sent, random) => {
        expect(
          carried(relayOf([readPart(`https://trolly.example/orders/relay#${linkTextOf(sent)}`)])),
        ).toEqual(carried(sent))
        const codes = codeTextsOf(sent)
        const shuffled = [...codes, ...codes]
          .map((code) => ({ code, at: random.next().value as number }))
          .sort((a, b) => a.at - b.at)
          .map(({ code }) => code)
        expect(carried(relayOf(gather(shuffled)))).toEqual(carried(sent))
        expect(relayOf(gather(codes.slice(1)))).toBe(undefined)
      }),
    )
  })

  test('is unreadable, never another trolly, when damaged or cut short', () => {
    fc.assert(
      fc.property(relay, fc.nat(), fc.integer({ min: 1, max: 255 }), fc.nat(), (sent, place, by, length) => {
        const whole = linkTextOf(sent)
        const at = place % whole.length
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
        const other = alphabet[(alphabet.indexOf(whole[at] ?? '') + (by % 63) + 1) % 64]
        for (const broken of [
          whole.slice(0, at) + other + whole.slice(at + 1),
          whole.slice(0, length % whole.length),
        ])
          expect(outcomeOf(broken, sent)).not.toBe('another')
      }),
    )
  })

  test('is told from what it is not', () => {
    for (const foreign of ['', 'hello', 'https://example.com/', '5012345678900', 'https://a.example/#x', '#'])
      expect(() => relayOf([readPart(foreign)]), foreign).toThrow(RelayUnreadable)
    fc.assert(
      fc.property(fc.string(), (anything) => {
        expect(outcomeOf(anything)).toBe('unreadable')
      }),
    )
  })

  test('of another relay begins the collection anew', () => {
    const [first, second] = [aRelay(150), aRelay(150)]
    const [codes, others] = [codeTextsOf(first), codeTextsOf(second)]
    const mixed = gather([...codes.slice(0, -1), others[0] ?? ''])
    expect(mixed).toHaveLength(1)
    expect(relayOf(mixed)).toBe(undefined)
  })

  test('of 150 lines and their order takes at most six codes, and one of a few lines a single one', () => {
    expect(codeTextsOf(aRelay(150)).length).toBeLessThanOrEqual(6)
    expect(codeTextsOf(aRelay(8))).toHaveLength(1)
    expect(linkTextOf(aRelay(150)).length).toBeLessThan(6_000)
  })
})

/** `same` if nothing was lost: some characters of a link end in bits that mean nothing. */
const outcomeOf = (broken: string, sent?: Relay): 'unreadable' | 'incomplete' | 'same' | 'another' => {
  try {
    const read = relayOf([readPart(broken)])
    if (!read) return 'incomplete'
    return JSON.stringify(carried(read)) === JSON.stringify(carried(sent)) ? 'same' : 'another'
  } catch (error) {
    if (!(error instanceof RelayUnreadable)) throw error
    return 'unreadable'
  }
}

/** A new trolly of so many lines, and its order. */
const aRelay = (count: number): Relay => {
  const trollyId = uuidv7()
  const lines = Array.from({ length: count }, (_, at) => ({
    product_no: String(100_000 + at * 37),
    quantity: 1 + (at % 24),
    seenPricePence: 250 + at * 31,
  }))
  const operations: Operation[] = [
    {
      kind: 'create',
      trollyId,
      customerId: 'K0001',
      priceListId: 'TRADE',
      createdAt: AT,
      details: { deliveryDay: '2026-12-04', poNumber: '', instructions: 'Ring the bell at the back' },
    },
    ...lines.map((line): Operation => ({ kind: 'add', ...line, toPresent: false, addedAt: AT })),
    {
      kind: 'checkout',
      deliveryDay: '2026-12-04',
      lines: lines.map(({ product_no, quantity, seenPricePence }) => ({
        product_no,
        quantity,
        unitPricePence: seenPricePence,
        note: '',
        substitution: null,
      })),
      totalPence: 123_456,
      confirmations: { ageRestricted: true, catchWeight: true },
      payBy: 'account',
    },
  ]
  return {
    trollyId,
    customerId: 'K0001',
    from: 'Robin Cook',
    madeAt: Date.parse(AT),
    epoch: uuidv7(),
    check: 123,
    operations: operations.map((each) => ({
      opId: uuidv7(),
      operation: each,
      expectedVersion: each.kind === 'add' ? null : 0,
    })),
  }
}
