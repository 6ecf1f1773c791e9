import { describe, expect, test } from 'vitest'
import { viewTrolly } from '#domain/operations/view.ts'
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

describe('a trolly on screen', () => {
  test('is the rows with the waiting operations laid over them', () => {
    const view = viewTrolly({
      head: aHead(),
      lines: [aLine(), aLine({ product_no: 'P2', quantity: 1 })],
      queue: [
        queued(1, add(2)),
        queued(2, remove('P2')),
        queued(3, set(7, 'P3')),
        queued(4, details('PO 1')),
      ],
    })
    expect(view?.lines).toMatchObject([
      { product_no: 'P1', quantity: 6, state: 'waiting' },
      { product_no: 'P3', quantity: 7, state: 'waiting', version: 0 },
    ])
    expect(view).toMatchObject({ poNumber: 'PO 1', waitingCount: 4 })
  })

  test('stands before the server has heard of it', () => {
    const view = viewTrolly({ head: undefined, lines: [], queue: [queued(1, create()), queued(2, add(2))] })
    expect(view).toMatchObject({ customerId: 'C1', version: 0, lines: [{ quantity: 2 }] })
  })

  test('does not exist where neither the server nor this device made one', () => {
    expect(viewTrolly({ head: undefined, lines: [], queue: [] })).toBeUndefined()
  })

  test('shows what stands, and beside it the choice, where one is needed', () => {
    const refusal = standing(6, 9)
    const view = viewTrolly({
      head: aHead(),
      lines: [aLine({ quantity: 6, version: 9 })],
      queue: [queued(1, set(4), { state: 'attention', refusal })],
    })
    expect(view?.lines[0]).toMatchObject({
      quantity: 6,
      state: 'attention',
      decision: { opId: 'op1', refusal },
    })
  })

  test('keeps a line in sight that was removed elsewhere and needs a decision', () => {
    const view = viewTrolly({
      head: aHead(),
      lines: [aLine({ quantity: 0, removed: true })],
      queue: [queued(1, set(4), { state: 'attention', refusal: standing(0, 9) })],
    })
    expect(view?.lines).toMatchObject([{ product_no: 'P1', quantity: 0, removed: true }])
  })

  test('leaves the rows it was given as they were', () => {
    const line = aLine()
    viewTrolly({ head: aHead(), lines: [line], queue: [queued(1, add(2))] })
    expect(line).toEqual(aLine())
  })

  test('is read-only under a checkout that may have arrived, and says how far it is', () => {
    const at = (parts: object) =>
      viewTrolly({ head: aHead(), lines: [], queue: [queued(1, checkout(), parts)] })
    expect(at({})).toMatchObject({ checkout: 'queued', readOnly: false })
    expect(at({ attempts: 1 })).toMatchObject({ checkout: 'underWay', readOnly: true })
    expect(at({ attempts: 1, state: 'attention' })).toMatchObject({ checkout: 'refused', readOnly: false })
  })

  test('is gone while its deletion waits', () => {
    expect(viewTrolly({ head: aHead(), lines: [], queue: [queued(1, deletion)] })?.state).toBe('deleted')
  })
})
