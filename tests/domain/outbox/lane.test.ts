import { describe, expect, test } from 'vitest'
import {
  ATTEMPTED_TOO_LONG_AGO_MS,
  attemptsAfterAnswer,
  planLane,
  RETRY_DELAY_MAX_MS,
} from '#domain/outbox/lane.ts'
import type { OutboxRecord } from '#domain/outbox/record.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { UNDO_MS } from '#domain/undo.ts'
import {
  add,
  aRecord,
  checkout,
  create,
  deletion,
  details,
  set,
  standing,
} from '#tests/domain/trollies/builders.ts'

const NOW = 1_000_000
const plan = (records: OutboxRecord[], now = NOW, reached = true) =>
  planLane(OPERATION_KINDS, records, now, reached)
const sent = (records: OutboxRecord[], now = NOW): string[] => plan(records, now).send.map(({ opId }) => opId)

describe('operations sent in one request', () => {
  test('are those of different lines, a creation first', () => {
    expect(
      sent([
        aRecord(1, create()),
        aRecord(2, add(1, 'A')),
        aRecord(3, add(1, 'B')),
        aRecord(4, details('x')),
      ]),
    ).toEqual(['op1', 'op2', 'op3', 'op4'])
  })

  test('never include two of the same line', () => {
    expect(
      sent([aRecord(1, set(1, 'A'), { attempts: 1 }), aRecord(2, set(2, 'A')), aRecord(3, add(1, 'B'))]),
    ).toEqual(['op1'])
  })

  test('never include a checkout or a deletion, which are sent alone after all before them', () => {
    expect(sent([aRecord(1, add(1)), aRecord(2, checkout())])).toEqual(['op1'])
    expect(sent([aRecord(2, checkout())])).toEqual(['op2'])
    expect(sent([aRecord(1, add(1), { attempts: 1 }), aRecord(2, deletion)])).toEqual(['op1'])
  })

  test('include an order offline only if it was attempted before', () => {
    const order = (attempts: number, reached: boolean) =>
      plan([aRecord(1, checkout(), { attempts })], NOW, reached)
    expect(order(0, false)).toMatchObject({ send: [], wakeAt: NOW + 20_000 })
    expect(order(0, true).send).toHaveLength(1)
    expect(order(1, false).send).toHaveLength(1)
    expect(plan([aRecord(1, add(1))], NOW, false).send).toHaveLength(1)
  })

  test('exclude one that keeps failing, which is sent alone so that it cannot fail the others', () => {
    expect(
      sent([aRecord(1, add(1, 'A'), { attempts: 3, attemptsInARow: 3 }), aRecord(2, add(1, 'B'))]),
    ).toEqual(['op1'])
  })

  test('are combined again once one is answered, and split if that fails', () => {
    const inARow = attemptsAfterAnswer({ attemptsInARow: 30 })
    const parts = { attempts: 30, attemptsInARow: inARow }
    const records = [aRecord(2, add(1, 'B'), parts), aRecord(3, add(1, 'C'), parts)]
    expect(sent(records)).toEqual(['op2', 'op3'])
    expect(sent(records.map((record) => ({ ...record, attemptsInARow: inARow + 1 })))).toEqual(['op2'])
    expect(attemptsAfterAnswer({ attemptsInARow: 1 })).toBe(1)
    expect(attemptsAfterAnswer({})).toBe(0)
  })
})

describe('a lane is on hold', () => {
  const cases: { name: string; records: OutboxRecord[] }[] = [
    {
      name: 'while a request is under way',
      records: [aRecord(1, add(1, 'A'), { state: 'sending' }), aRecord(2, add(1, 'B'))],
    },
    { name: 'while it is held', records: [aRecord(1, add(1), { state: 'held' })] },
    {
      name: 'while its creation needs a decision',
      records: [aRecord(1, create(), { state: 'attention' }), aRecord(2, add(1))],
    },
    {
      name: 'with a record of an unknown format',
      records: [aRecord(1, add(1)), aRecord(2, add(1, 'B'), { v: 99 })],
    },
    {
      name: 'before a checkout while a line needs a decision',
      records: [aRecord(1, set(1), { state: 'attention', refusal: standing(1, 1) }), aRecord(2, checkout())],
    },
    {
      name: 'while its first operation waits',
      records: [aRecord(1, add(1), { nextAttemptAt: NOW + 1 }), aRecord(2, add(1, 'B'))],
    },
  ]
  test.each(cases)('$name', ({ records }) => {
    expect(sent(records)).toEqual([])
  })

  test('but sends past a line that needs a decision', () => {
    const asking = aRecord(1, set(1, 'A'), { state: 'attention', refusal: standing(1, 1) })
    expect(sent([asking, aRecord(2, add(1, 'B'))])).toEqual(['op2'])
  })

  test('and says when it can continue', () => {
    expect(plan([aRecord(1, add(1), { nextAttemptAt: NOW + 500 })], NOW).wakeAt).toBe(NOW + 500)
  })

  test('but not for ever because the clock was set back', () => {
    expect(sent([aRecord(1, add(1), { nextAttemptAt: NOW + RETRY_DELAY_MAX_MS + 1 })])).toEqual(['op1'])
  })
})

test('an operation attempted too long ago asks instead of being sent', () => {
  const record = aRecord(1, add(1), { attempts: 1, createdAt: 0 })
  const planned = plan([record], ATTEMPTED_TOO_LONG_AGO_MS + 1)
  expect(planned).toMatchObject({ ask: ['op1'], send: [] })
})

describe('a deletion', () => {
  test('waits while it can be undone', () => {
    const planned = plan([aRecord(1, deletion, { notBefore: NOW + UNDO_MS })], NOW)
    expect(planned).toMatchObject({ send: [], wakeAt: NOW + UNDO_MS })
  })

  test('is sent after earlier changes, which count if it is undone or refused', () => {
    const records = [aRecord(1, add(1, 'A'), { attempts: 1 }), aRecord(2, add(1, 'B')), aRecord(3, deletion)]
    expect(plan(records, NOW)).toMatchObject({ drop: [] })
    expect(sent(records)).toEqual(['op1', 'op2'])
    expect(sent(records.slice(2))).toEqual(['op3'])
  })

  test('of a trolly that was never sent needs no request', () => {
    const records = [aRecord(1, create()), aRecord(2, add(1)), aRecord(3, deletion)]
    expect(plan(records, NOW)).toMatchObject({ drop: ['op1', 'op2', 'op3'], send: [] })
  })
})
