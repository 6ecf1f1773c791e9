import { describe, expect, test } from 'vitest'
import { type AppendParts, planAppend, takesBackOrder } from '#domain/trollies/append.ts'
import type { Operation, QueuedOperation } from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { QUANTITY_MAX } from '#domain/trolly.ts'
import {
  add,
  aHead,
  aLine,
  checkout,
  create,
  deletion,
  details,
  queued,
  remove,
  set,
  standing,
} from './builders.ts'

const plan = (parts: Partial<AppendParts> & { operation: Operation }) =>
  planAppend({ head: aHead(), lines: [], queue: [], ...parts })

describe('operations that were never attempted are merged', () => {
  const cases: { waiting: Operation; next: Operation; folded: Partial<Operation> }[] = [
    { waiting: add(2), next: add(3), folded: { kind: 'add', quantity: 5 } },
    { waiting: add(2), next: set(3), folded: { kind: 'set', quantity: 3 } },
    { waiting: set(2), next: add(3), folded: { kind: 'set', quantity: 5 } },
    { waiting: set(2), next: set(3), folded: { kind: 'set', quantity: 3 } },
    { waiting: set(2), next: remove(), folded: { kind: 'remove' } },
    { waiting: add(2), next: remove(), folded: { kind: 'remove' } },
    { waiting: remove(), next: add(3), folded: { kind: 'set', quantity: 3 } },
    { waiting: remove(), next: set(3), folded: { kind: 'set', quantity: 3 } },
  ]
  test.each(cases)('$waiting.kind, then $next.kind', ({ waiting, next, folded }) => {
    const expectedVersion = waiting.kind === 'add' ? null : 3
    const queue = [queued(1, waiting, { expectedVersion })]
    const { write } = plan({ lines: [aLine()], queue, operation: next })
    expect(write).toMatchObject({ into: 'op1', operation: folded })
  })

  test('adding and removing a line unknown to the server cancel out', () => {
    const answer = plan({ queue: [queued(1, add(2))], operation: remove() })
    expect(answer).toEqual({ takenBack: ['op1'], write: null })
  })

  test('a removal is kept if an addition of the line may have arrived', () => {
    const queue = [queued(1, add(2), { attempts: 1, state: 'sending' }), queued(2, add(1))]
    expect(plan({ queue, operation: remove() }).write).toMatchObject({
      into: 'op2',
      operation: { kind: 'remove' },
      expectedVersion: 0,
    })
  })

  test('nothing is merged into an attempted operation', () => {
    const queue = [queued(1, set(2), { attempts: 1, expectedVersion: 3 })]
    expect(plan({ lines: [aLine()], queue, operation: set(7) }).write).toMatchObject({ into: null })
  })

  test('details are merged into a creation that has not been sent', () => {
    const queue = [queued(1, create())]
    expect(plan({ head: undefined, queue, operation: details('PO 7') }).write).toMatchObject({
      into: 'op1',
      operation: { kind: 'create', details: { poNumber: 'PO 7' } },
    })
  })
})

describe('the version an operation expects', () => {
  test('is the row’s version if nothing waits', () => {
    expect(plan({ lines: [aLine({ version: 8 })], operation: set(2) }).write?.expectedVersion).toBe(8)
  })

  test('is 0 for a line that never existed', () => {
    expect(plan({ operation: set(2) }).write?.expectedVersion).toBe(0)
  })

  test('is that of the first waiting operation, which hid later changes', () => {
    const queue = [queued(1, set(2), { expectedVersion: 3 })]
    expect(plan({ lines: [aLine({ version: 9 })], queue, operation: set(7) }).write).toMatchObject({
      into: 'op1',
      expectedVersion: 3,
    })
  })

  test('is that of the operation under way, until its reply updates it', () => {
    const queue = [queued(1, set(2), { attempts: 1, state: 'sending', expectedVersion: 3 })]
    expect(plan({ lines: [aLine({ version: 3 })], queue, operation: remove() }).write?.expectedVersion).toBe(
      3,
    )
  })

  test('is null for an addition', () => {
    expect(plan({ lines: [aLine()], operation: add(2) }).write?.expectedVersion).toBeNull()
  })

  test('is the details version seen when typing began, even after changes by others', () => {
    expect(plan({ operation: details('x'), seen: { detailsVersion: 1 } }).write?.expectedVersion).toBe(1)
    const queue = [queued(1, details('w'), { expectedVersion: 0 })]
    expect(plan({ queue, operation: details('x'), seen: { detailsVersion: 1 } }).write?.expectedVersion).toBe(
      0,
    )
  })

  test('is the details version for details and the trolly’s version for a deletion', () => {
    expect(plan({ operation: details('x') }).write?.expectedVersion).toBe(2)
    expect(plan({ operation: deletion }).write?.expectedVersion).toBe(5)
  })
})

describe('a line that needs a decision', () => {
  const queue = [queued(1, set(4), { state: 'attention', refusal: standing(6, 9), expectedVersion: 3 })]
  const lines = [aLine({ quantity: 6, version: 9 })]

  test('is decided by typing a quantity, based on the version in the refusal', () => {
    expect(plan({ lines, queue, operation: set(5) })).toEqual({
      takenBack: ['op1'],
      write: { into: null, operation: set(5), expectedVersion: 9 },
    })
  })

  test('adds one to the quantity shown, rather than sending an addition', () => {
    expect(plan({ lines, queue, operation: add(1) }).write).toMatchObject({
      operation: { kind: 'set', quantity: 7 },
      expectedVersion: 9,
    })
  })

  test('is added again if it was removed elsewhere', () => {
    const gone = [queued(1, set(4), { state: 'attention', refusal: standing(0, 9) })]
    const removed = [aLine({ quantity: 0, version: 9, removed: true })]
    expect(plan({ lines: removed, queue: gone, operation: add(2) }).write).toMatchObject({
      operation: { kind: 'set', quantity: 2 },
      expectedVersion: 9,
    })
  })
})

describe('a checkout in the queue', () => {
  test('is withdrawn by an edit if it was never attempted', () => {
    const queue = [queued(1, checkout())]
    expect(plan({ queue, operation: add(1) }).takenBack).toEqual(['op1'])
  })

  test('is reported as withdrawn if it was waiting, unless it is placed again or had been refused', () => {
    const waiting = [queued(1, checkout())]
    const refused = [queued(1, checkout(), { state: 'attention', attempts: 1, refusal: standing(1, 1) })]
    expect(takesBackOrder({ queue: waiting, operation: add(1) })).toBe(true)
    expect(takesBackOrder({ queue: waiting, operation: details('x') })).toBe(true)
    expect(takesBackOrder({ queue: waiting, operation: checkout() })).toBe(false)
    expect(takesBackOrder({ queue: refused, operation: add(1) })).toBe(false)
    expect(takesBackOrder({ queue: [queued(1, add(1))], operation: add(1) })).toBe(false)
  })

  test('makes the trolly read-only once it may have arrived', () => {
    const queue = [queued(1, checkout(), { attempts: 1 })]
    expect(() => plan({ queue, operation: add(1) })).toThrow(new OperationRefused('checkout_under_way'))
  })

  test('is withdrawn by an edit after it was refused', () => {
    const queue = [queued(1, checkout(), { state: 'attention', attempts: 1, refusal: standing(1, 1) })]
    expect(plan({ queue, operation: add(1) }).takenBack).toEqual(['op1'])
  })

  test('stays in review after a change of details, until the changes by others are answered', () => {
    const review = { code: 'changed', message: '', status: 409 }
    const queue = [queued(1, checkout(), { state: 'attention', attempts: 1, refusal: review })]
    expect(plan({ queue, operation: details('x') }).takenBack).toEqual([])
    expect(plan({ queue, operation: add(1) }).takenBack).toEqual(['op1'])
    const closed = [{ ...queue[0], refusal: { ...review, code: 'checks_failed' } } as QueuedOperation]
    expect(plan({ queue: closed, operation: details('x') }).takenBack).toEqual(['op1'])
  })

  test('cannot be started while something needs a decision', () => {
    const queue = [queued(1, set(4), { state: 'attention', refusal: standing(6, 9) })]
    expect(() => plan({ queue, operation: checkout() })).toThrow(new OperationRefused('decision_needed'))
  })
})

describe('operations that are not allowed', () => {
  const refused: { name: string; parts: Partial<AppendParts>; operation: Operation; code: string }[] = [
    { name: 'on an unknown trolly', parts: { head: undefined }, operation: add(1), code: 'trolly_unknown' },
    {
      name: 'on an ordered trolly',
      parts: { head: aHead({ state: 'checked_out' }) },
      operation: add(1),
      code: 'trolly_closed',
    },
    {
      name: 'on a lane on hold',
      parts: { queue: [queued(1, add(1), { state: 'held', refusal: standing(1, 1) })] },
      operation: add(1),
      code: 'trolly_held',
    },
    { name: 'with a quantity of zero', parts: {}, operation: set(0), code: 'quantity_out_of_range' },
    { name: 'with a fractional quantity', parts: {}, operation: set(1.5), code: 'quantity_out_of_range' },
    {
      name: 'above the maximum quantity',
      parts: {},
      operation: set(QUANTITY_MAX + 1),
      code: 'quantity_out_of_range',
    },
    {
      name: 'above the maximum in sum',
      parts: { lines: [aLine({ quantity: QUANTITY_MAX })] },
      operation: add(1),
      code: 'quantity_out_of_range',
    },
    {
      name: 'changing details that need a decision',
      parts: { queue: [queued(1, details('a'), { state: 'attention', refusal: standing(1, 1) })] },
      operation: details('b'),
      code: 'decision_needed',
    },
  ]
  test.each(refused)('$name', ({ parts, operation, code }) => {
    expect(() => plan({ ...parts, operation })).toThrow(new OperationRefused(code as never))
  })
})
