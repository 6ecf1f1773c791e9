import { expect, test } from 'vitest'
import { decisionWords, heldWords } from '#domain/trollies/decision-words.ts'
import type { Operation, QueuedOperation, Refusal } from '#domain/trollies/operation.ts'
import type { TrollyHead } from '#domain/trolly.ts'

const nameOf = (): string => 'Chicken Thighs'
const line = { product_no: 'A1', seenPricePence: 900, addedAt: '2026-11-20T09:00:00.000Z' }
const add = (quantity: number): Operation => ({ kind: 'add', ...line, quantity, toPresent: true })
const set = (quantity: number): Operation => ({ kind: 'set', ...line, quantity })
const remove: Operation = { kind: 'remove', product_no: 'A1' }

const conflict = (parts: Partial<Refusal>): Refusal => ({
  code: 'version_mismatch',
  message: 'Changed since.',
  status: 412,
  ...parts,
})
const there = (quantity: number): Refusal =>
  conflict({ line: { quantity, version: 3, removed: quantity === 0 } })
const answers = (operation: Operation, refusal: Refusal) => {
  const { question, theirs, mine } = decisionWords({ operation, refusal }, nameOf)
  return [question, theirs, mine]
}

test.each<[Operation, Refusal, string[]]>([
  [set(4), there(6), ['6 on the other device, 4 on this device', 'Keep 6', 'Use 4']],
  [set(4), there(0), ['Removed on the other device, 4 on this device', 'Leave it out', 'Use 4']],
  [
    set(4),
    conflict({ line: null }),
    ['Removed on the other device, 4 on this device', 'Leave it out', 'Use 4'],
  ],
  [remove, there(6), ['6 on the other device, removed on this device', 'Keep 6', 'Remove']],
  [add(2), there(0), ['Removed on the other device, 2 added on this device', 'Leave it out', 'Use 2']],
])('two devices changing one line: %j', (operation, refusal, words) => {
  expect(answers(operation, refusal)).toEqual(words)
  expect(decisionWords({ operation, refusal }, nameOf).subject).toBe('Chicken Thighs')
})

const head = (details: Partial<TrollyHead>): Refusal => conflict({ head: details as TrollyHead })

test('two devices changing the delivery day: both days are shown', () => {
  const operation: Operation = { kind: 'details', changes: { deliveryDay: '2026-11-25' } }
  const words = decisionWords({ operation, refusal: head({ deliveryDay: '2026-11-24' }) }, nameOf)
  expect(words).toMatchObject({
    subject: 'Delivery day',
    question: 'Tue 24 Nov on the other device, Wed 25 Nov on this device',
    theirs: 'Keep Tue 24 Nov',
    mine: 'Use Wed 25 Nov',
  })
})

test('several details changed at once are kept or replaced together', () => {
  const operation: Operation = { kind: 'details', changes: { deliveryDay: null, poNumber: 'PO 7' } }
  const refusal = head({ deliveryDay: '2026-11-24', poNumber: '' })
  expect(answers(operation, refusal)).toEqual([
    'Tue 24 Nov on the other device, none on this device; none on the other device, PO 7 on this device',
    'Keep theirs',
    'Use mine',
  ])
})

test('a trolly deleted on this device and changed elsewhere', () => {
  expect(answers({ kind: 'delete' }, conflict({}))).toEqual([
    'It has since been changed on another device.',
    'Keep the trolly',
    'Delete it',
  ])
})

test('a refused line can be discarded or retried, unless a retry is bound to fail', () => {
  const refused = (code: string): Refusal => ({ code, message: 'No such product.', status: 404 })
  expect(answers(add(2), refused('product_not_found'))).toEqual(['No such product.', 'Discard', null])
  expect(answers(add(2), refused('may_not_order'))).toEqual(['No such product.', 'Discard', 'Try again'])
})

test('a removal can be sent whatever was refused before it', () => {
  const refused = { code: 'quantity_out_of_range', message: 'At most 9,999.', status: 422 }
  expect(answers(remove, refused)).toEqual(['Not removed: At most 9,999.', 'Keep it', 'Remove'])
})

test('an order that was not placed says why, and opens the checkout if the order changed', () => {
  const checkout: Operation = {
    kind: 'checkout',
    deliveryDay: null,
    lines: [],
    totalPence: 0,
    confirmations: { ageRestricted: false, catchWeight: false },
  }
  const changed = decisionWords(
    { operation: checkout, refusal: { code: 'changed', message: 'Prices changed.', status: 409 } },
    nameOf,
  )
  expect(changed).toMatchObject({ question: 'Not placed: Prices changed.', mine: null, seeAt: 'checkout' })
  const stopped = decisionWords(
    { operation: checkout, refusal: { code: 'checks_failed', message: 'On stop', status: 400 } },
    nameOf,
  )
  expect(stopped).toMatchObject({ theirs: 'Don’t order', mine: 'Try again' })
})

test('a change sent long ago may have arrived', () => {
  const refusal: Refusal = { code: 'too_old', message: 'Sent long ago.', status: 0 }
  expect(decisionWords({ operation: add(1), refusal }, nameOf)).toMatchObject({
    theirs: 'It arrived',
    mine: 'Send it again',
    seeAt: 'trolly',
  })
})

const queued = (operation: Operation, seq: number): QueuedOperation => ({
  seq,
  opId: `${seq}`,
  operation,
  expectedVersion: null,
  state: 'held',
  attempts: 0,
  refusal: null,
})
const other = (quantity: number): Operation => ({ kind: 'set', ...line, product_no: 'B2', quantity })

test('a trolly ordered elsewhere: lines missing from the order can be moved', () => {
  const refusal: Refusal = {
    code: 'checked_out',
    message: 'Ordered.',
    status: 409,
    reply: { order: { orderNo: '100123', lines: [{ product_no: 'B2', quantity: 5 }] } },
  }
  // All of the typed 5 were ordered, so one line of two is left.
  const words = heldWords(refusal, [queued(add(2), 1), queued(other(5), 2)], nameOf)
  expect(words).toEqual({
    question: 'This trolly was ordered as 100123 on another device.',
    details: ['2 Chicken Thighs are not in the order.'],
    actions: [
      { act: 'move', label: 'Move 1 line to a new trolly' },
      { act: 'discard', label: 'Discard' },
    ],
  })
})

const orderedElsewhere = (...lines: { product_no: string; quantity: number }[]): Refusal => ({
  code: 'checked_out',
  message: '',
  status: 409,
  reply: { order: { orderNo: '100123', lines } },
})

test('a line ordered with another quantity moves only the difference, and says so', () => {
  const twoMore = heldWords(orderedElsewhere({ product_no: 'A1', quantity: 3 }), [queued(set(5), 1)], nameOf)
  expect(twoMore.details).toEqual(['2 more Chicken Thighs are not in the order.'])
  const oneMore = heldWords(orderedElsewhere({ product_no: 'A1', quantity: 2 }), [queued(add(1), 1)], nameOf)
  expect(oneMore.details).toEqual(['1 more Chicken Thighs is not in the order.'])
})

test('a reduction or removal that missed the order is reported, with nothing to move', () => {
  const ordered = orderedElsewhere({ product_no: 'A1', quantity: 3 }, { product_no: 'B2', quantity: 1 })
  const words = heldWords(
    ordered,
    [queued(set(1), 1), queued({ kind: 'remove', product_no: 'B2' }, 2)],
    nameOf,
  )
  expect(words).toEqual({
    question: 'This trolly was ordered as 100123 on another device.',
    details: [
      'The order has 3 Chicken Thighs; you had changed it to 1.',
      'The order has 1 Chicken Thighs; you had removed it.',
    ],
    actions: [{ act: 'discard', label: 'OK' }],
  })
})

test('a trolly deleted elsewhere: lists what is only on this device, with quantities', () => {
  const deleted: Refusal = { code: 'trolly_deleted', message: '', status: 410 }
  const words = heldWords(deleted, [queued(add(1), 1), queued(other(4), 2)], nameOf)
  expect(words.question).toBe('This trolly was deleted on another device.')
  expect(words.details).toEqual([
    '1 Chicken Thighs is only on this device.',
    '4 Chicken Thighs are only on this device.',
  ])
  expect(words.actions[0]?.label).toBe('Move 2 lines to a new trolly')
})

test('a deleted trolly with nothing to move can only be acknowledged', () => {
  const words = heldWords({ code: 'trolly_deleted', message: '', status: 410 }, [queued(remove, 1)], nameOf)
  expect(words).toEqual({
    question: 'This trolly was deleted on another device. You have no unsent changes.',
    details: [],
    actions: [{ act: 'discard', label: 'OK' }],
  })
})

test('after a restore of the server: check and send again, move or discard', () => {
  const refusal: Refusal = { code: 'epoch_changed', message: 'Restored.', status: 0 }
  const { actions, details } = heldWords(refusal, [queued(add(2), 1)], nameOf)
  expect(actions.map(({ act }) => act)).toEqual(['sendAgain', 'move', 'discard'])
  expect(details).toEqual(['2 Chicken Thighs can move to a new trolly.'])
})
