import { describe, expect, test } from 'vitest'
import type { OrderStatus } from '#domain/order.ts'
import { beyondOrder, type OrderToChange } from '#domain/trollies/closed-order.ts'
import { closedOrderWords } from '#domain/trollies/decision-words.ts'
import { viewTrolly } from '#domain/trollies/view.ts'
import type { TrollyLine } from '#domain/trolly.ts'
import { add, aHead, aLine, queued, remove, set } from './builders.ts'

const NOW = new Date('2026-11-24T16:30:00.000Z')

const anOrder = (parts: Partial<OrderToChange> = {}): OrderToChange => ({
  status: 'placed',
  cutOffAt: '2026-11-24T16:00:00.000Z',
  lines: [
    { product_no: 'P1', quantity: 4 },
    { product_no: 'P2', quantity: 2 },
    { product_no: 'P3', quantity: 1 },
  ],
  ...parts,
})

const ordered = (product_no: string, quantity: number): TrollyLine =>
  aLine({ product_no, quantity, orderedQuantity: quantity })

/** One more of the first, the second removed, some of a fourth. */
const changedLines = () =>
  viewTrolly({
    head: aHead(),
    lines: [ordered('P1', 4), ordered('P2', 2), ordered('P3', 1)],
    queue: [queued(1, set(5, 'P1')), queued(2, remove('P2')), queued(3, add(3, 'P4'))],
  })?.lines ?? []

const added = (order: OrderToChange | undefined) =>
  beyondOrder(changedLines(), order)
    .added.map(({ product_no, quantity }) => `${quantity} ${product_no}`)
    .toSorted()

describe('changes that are not in the order', () => {
  test('are the additions, never what was ordered', () => {
    expect(added(anOrder())).toEqual(['1 P1', '3 P4'])
    expect(beyondOrder(changedLines(), anOrder()).tooLate).toEqual([
      { product_no: 'P2', quantity: 2, wanted: 0 },
    ])
  })

  test('are all lines if the order was cancelled', () => {
    const cancelled = anOrder({ status: 'cancelled' })
    expect(added(cancelled)).toEqual(['1 P3', '3 P4', '5 P1'])
    expect(beyondOrder(changedLines(), cancelled).tooLate).toEqual([])
  })

  test('are found from the trolly’s lines if the order is unknown', () => {
    expect(added(undefined)).toEqual(['1 P1', '3 P4'])
  })
})

const words = (order: OrderToChange | undefined, lines = changedLines()) =>
  closedOrderWords('100123', order, beyondOrder(lines, order), { nameOf: (name) => name, now: NOW })

describe('the notice of a closed order', () => {
  test('says why, what is missing, and what is still in the order', () => {
    expect(words(anOrder())).toEqual({
      question:
        'Order 100123 can no longer be changed: its cut-off was 16:00 on Tue 24 Nov. We’ll deliver it as you first ordered it.',
      details: ['1 more P1 not ordered.', '3 P4 not ordered.', 'The order has 2 P2; you had removed it.'],
      move: 'Order what you added as a new order',
      giveUp: 'Discard my changes',
    })
  })

  test.each<[OrderStatus, string]>([
    ['picking', 'it is being picked. We’ll deliver it as you first ordered it.'],
    ['dispatched', 'it is on its way. We’ll deliver it as you first ordered it.'],
    ['delivered', 'it was delivered. We’ll deliver it as you first ordered it.'],
    ['cancelled', 'it was cancelled.'],
    ['replaced', 'it has already been changed. We’ll deliver it as you first ordered it.'],
  ])('gives the reason when the order is %s', (status, why) => {
    expect(words(anOrder({ status })).question).toBe(`Order 100123 can no longer be changed: ${why}`)
  })

  test('gives a general reason when only the server knows that the order is closed', () => {
    const why = 'its cut-off has passed, or it is being picked. We’ll deliver it as you first ordered it.'
    const open = anOrder({ cutOffAt: '2026-11-24T17:00:00.000Z' })
    for (const order of [undefined, open])
      expect(words(order).question).toBe(`Order 100123 can no longer be changed: ${why}`)
  })

  test('offers no new order if nothing was added', () => {
    const lines = [ordered('P1', 4), ordered('P2', 2), ordered('P3', 1)]
    const view = viewTrolly({ head: aHead(), lines, queue: [] })
    expect(words(anOrder(), view?.lines)).toMatchObject({ details: [], move: null, giveUp: 'OK' })
  })
})
