import { describe, expect, test } from 'vitest'
import { viewTrolly } from '#domain/trollies/view.ts'
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
  test('is the stored rows with the waiting operations applied', () => {
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

  test('keeps the order of lines while they are sent, whatever the server’s clock says', () => {
    const at = (second: number) => `2026-11-20T09:00:${String(second).padStart(2, '0')}.000Z`
    const addAt = (product_no: string, second: number) => ({ ...add(1, product_no), addedAt: at(second) })
    const additions = [queued(1, addAt('P3', 10)), queued(2, addAt('P2', 11)), queued(3, addAt('P4', 12))]
    const orderAt = (sent: number) =>
      viewTrolly({
        head: aHead(),
        // The server received each half a minute after this device's time.
        lines: [
          aLine({ product_no: 'P1', addedAt: at(0) }),
          ...['P3', 'P2', 'P4']
            .slice(0, sent)
            .map((product_no, place) => aLine({ product_no, addedAt: at(40 + place) })),
        ],
        queue: additions.slice(sent),
      })?.lines.map(({ product_no }) => product_no)
    for (const sent of [0, 1, 2, 3]) expect(orderAt(sent)).toEqual(['P1', 'P3', 'P2', 'P4'])
  })

  test('brings a line back in its old place, as the server does', () => {
    const [first, second] = ['2026-11-20T09:00:00.000Z', '2026-11-20T09:00:01.000Z']
    const back = { ...set(2, 'P1'), addedAt: '2026-11-20T09:30:00.000Z' }
    const view = viewTrolly({
      head: aHead(),
      lines: [
        aLine({ product_no: 'P1', addedAt: first, quantity: 0, removed: true }),
        aLine({ product_no: 'P2', addedAt: second }),
      ],
      queue: [queued(1, back)],
    })
    expect(view?.lines.map(({ product_no }) => product_no)).toEqual(['P1', 'P2'])
  })

  test('exists before the server knows about it', () => {
    const view = viewTrolly({ head: undefined, lines: [], queue: [queued(1, create()), queued(2, add(2))] })
    expect(view).toMatchObject({ customerId: 'C1', version: 0, lines: [{ quantity: 2 }] })
  })

  test('does not exist if neither the server nor this device created it', () => {
    expect(viewTrolly({ head: undefined, lines: [], queue: [] })).toBeUndefined()
  })

  test('shows the server’s quantity and, beside it, a decision if one is needed', () => {
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

  test('keeps showing a line that was removed elsewhere and needs a decision', () => {
    const view = viewTrolly({
      head: aHead(),
      lines: [aLine({ quantity: 0, removed: true })],
      queue: [queued(1, set(4), { state: 'attention', refusal: standing(0, 9) })],
    })
    expect(view?.lines).toMatchObject([{ product_no: 'P1', quantity: 0, removed: true }])
  })

  test('does not modify the rows it is given', () => {
    const line = aLine()
    viewTrolly({ head: aHead(), lines: [line], queue: [queued(1, add(2))] })
    expect(line).toEqual(aLine())
  })

  test('is read-only while a checkout may have arrived, and reports its state', () => {
    const at = (parts: object) =>
      viewTrolly({ head: aHead(), lines: [], queue: [queued(1, checkout(), parts)] })
    expect(at({})).toMatchObject({ checkout: 'queued', readOnly: false })
    expect(at({ attempts: 1 })).toMatchObject({ checkout: 'underWay', readOnly: true })
    expect(at({ attempts: 1, state: 'attention' })).toMatchObject({ checkout: 'refused', readOnly: false })
  })

  test('is deleted while its deletion waits', () => {
    expect(viewTrolly({ head: aHead(), lines: [], queue: [queued(1, deletion)] })?.state).toBe('deleted')
  })
})
