import { expect, test } from 'vitest'
import { createWaitedFor } from '#src/device/waited-for.ts'
import { add, checkout } from '#tests/domain/operations/builders.ts'

const order = (lane: string) => ({ record: { lane, operation: checkout() } })

test('a person waits for the order that they pressed for, and for its first answer alone', () => {
  const waited = createWaitedFor(() => 0)
  waited.add('T1')
  expect(waited.takes({ record: { lane: 'T1', operation: add(1) } })).toBe(false)
  expect(waited.takes(order('T2'))).toBe(false)
  expect(waited.takes(order('T1'))).toBe(true)
  expect(waited.takes(order('T1'))).toBe(false)
})

test('nobody waits for it any more where it went unanswered for a minute', () => {
  let now = 0
  const waited = createWaitedFor(() => now)
  waited.add('T1')
  now = 60_000
  expect(waited.takes(order('T1'))).toBe(false)
})
