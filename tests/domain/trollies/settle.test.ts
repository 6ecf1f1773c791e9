import { describe, expect, test } from 'vitest'
import { intoDecision, rebase } from '#domain/outbox/rebase.ts'
import { repeated } from '#domain/trollies/decide.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { movedToNewTrolly } from '#domain/trollies/moved.ts'
import { add, create, deletion, details, queued, remove, set, standing } from './builders.ts'

const rules = OPERATION_KINDS

const moved = new Map([
  ['line P1', { before: 3, after: 4 }],
  ['details', { before: 2, after: 2 }],
  ['delete', { before: 5, after: 6 }],
])

describe('a reply updates the expected version of a waiting operation', () => {
  const applied = queued(1, add(1), { attempts: 1, state: 'sending' })

  test('if it expected exactly the version before', () => {
    const queue = [applied, queued(2, remove(), { expectedVersion: 3 })]
    expect(rebase({ rules, queue, applied, moved })).toEqual([{ opId: 'op2', expectedVersion: 4 }])
  })

  test('but not if another device changed the line in between', () => {
    const queue = [applied, queued(2, remove(), { expectedVersion: 2 })]
    expect(rebase({ rules, queue, applied, moved })).toEqual([])
  })

  test('but not if it was attempted, since its bytes must not change', () => {
    const queue = [applied, queued(2, remove(), { expectedVersion: 3, attempts: 1 })]
    expect(rebase({ rules, queue, applied, moved })).toEqual([])
  })

  test('but not for another line', () => {
    const queue = [applied, queued(2, remove('P2'), { expectedVersion: 3 })]
    expect(rebase({ rules, queue, applied, moved })).toEqual([])
  })

  test('for a deletion after any change to the trolly, for details only after their own', () => {
    const queue = [
      applied,
      queued(2, details('x'), { expectedVersion: 2 }),
      queued(3, deletion, { expectedVersion: 5 }),
    ]
    expect(rebase({ rules, queue, applied, moved })).toEqual([{ opId: 'op3', expectedVersion: 6 }])
  })
})

describe('a refusal', () => {
  test('merges later operations on its line into one decision', () => {
    const refused = queued(1, set(4), { attempts: 1 })
    const queue = [refused, queued(2, add(1)), queued(3, add(9, 'P2'))]
    expect(intoDecision({ rules, queue, refused, refusal: standing(6, 9) })).toMatchObject({
      operation: { kind: 'set', quantity: 5 },
      absorbed: ['op2'],
    })
  })

  test('asks nothing if the line already is as wanted', () => {
    const refused = queued(1, set(4), { attempts: 1 })
    const queue = [refused, queued(2, set(6))]
    expect(intoDecision({ rules, queue, refused, refusal: standing(6, 9) }).operation).toBeNull()
    const removal = queued(1, remove(), { attempts: 1 })
    expect(
      intoDecision({ rules, queue: [removal], refused: removal, refusal: standing(0, 9) }).operation,
    ).toBeNull()
  })

  const tooMany = { code: 'quantity_out_of_range', message: 'Too many.', status: 422 }

  test.each([
    ['a quantity of an existing line asks', set(9_999), 3, remove()],
    ['a quantity of a line that never existed leaves nothing', set(9_999), 0, null],
    ['an addition to an existing line asks', add(9_999, 'P1', true), null, remove()],
    ['an addition that would have created the line leaves nothing', add(9_999), null, null],
  ])('followed by a removal, of %s', (_, operation, expectedVersion, left) => {
    const refused = queued(1, operation, { attempts: 1, expectedVersion })
    const queue = [refused, queued(2, remove(), { expectedVersion })]
    expect(intoDecision({ rules, queue, refused, refusal: tooMany })).toEqual({
      operation: left,
      absorbed: ['op2'],
    })
  })

  test('of a removal asks, unless the line does not exist', () => {
    const refused = queued(1, remove(), { attempts: 1, expectedVersion: 3 })
    const decisionFor = (code: string) =>
      intoDecision({ rules, queue: [refused], refused, refusal: { ...tooMany, code } }).operation
    expect(decisionFor('invalid_request')).toEqual(remove())
    expect(decisionFor('line_not_found')).toBeNull()
  })

  test('of an addition to a removed line asks', () => {
    const refused = queued(1, add(1), { attempts: 1 })
    expect(intoDecision({ rules, queue: [refused], refused, refusal: standing(0, 9) }).operation).toEqual(
      add(1),
    )
  })
})

describe('a choice', () => {
  test('of mine becomes a new operation based on the version shown', () => {
    expect(repeated(queued(1, set(4), { refusal: standing(6, 9) }))).toEqual({
      operation: set(4),
      expectedVersion: 9,
    })
  })

  test('of an addition to a removed line adds it again', () => {
    expect(repeated(queued(1, add(2), { refusal: standing(0, 9) }))).toMatchObject({
      operation: { kind: 'set', quantity: 2 },
      expectedVersion: 9,
    })
  })
})

describe('moving to a new trolly', () => {
  const move = (
    queue: Parameters<typeof movedToNewTrolly>[0]['queue'],
    ordered: { product_no: string; quantity: number }[] = [],
  ) => movedToNewTrolly({ queue, create: create() as never, ordered })

  test('takes what was added', () => {
    expect(move([queued(1, add(2)), queued(2, add(3))])).toMatchObject([
      { kind: 'create' },
      { kind: 'add', quantity: 5 },
    ])
  })

  test('takes the part of a typed quantity that exceeds the ordered one', () => {
    expect(move([queued(1, set(6))], [{ product_no: 'P1', quantity: 4 }])).toMatchObject([
      { kind: 'create' },
      { kind: 'add', quantity: 2 },
    ])
    expect(move([queued(1, set(3))], [{ product_no: 'P1', quantity: 4 }])).toHaveLength(1)
  })

  test('leaves out what was removed', () => {
    expect(move([queued(1, add(2)), queued(2, remove())])).toHaveLength(1)
  })
})
