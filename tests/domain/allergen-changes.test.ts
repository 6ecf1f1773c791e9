import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collapseChanges, isSameDeclared, type ReadingKind, safetyStates } from '#domain/allergen-changes.ts'
import type { Allergen } from '#domain/product.ts'
import type { Declared } from '#domain/safety-notices.ts'

const declared = (contains: Allergen[] | null, mayContain: Allergen[] | null = []): Declared => ({
  contains,
  mayContain,
})

describe('changes of one product', () => {
  it('become one, from before the first to after the last', () => {
    const changes = [
      { product_no: 'A', before: declared(['milk']), after: declared(['milk', 'nuts']) },
      { product_no: 'B', before: declared(null), after: declared([]) },
      { product_no: 'A', before: declared(['milk', 'nuts']), after: declared(['nuts']) },
    ]
    expect(collapseChanges(changes)).toEqual([
      { before: declared(['milk']), after: declared(['nuts']), changes: [changes[0], changes[2]] },
      { before: declared(null), after: declared([]), changes: [changes[1]] },
    ])
  })

  it('have nothing to tell exactly where what is declared is as it was', () => {
    const list = fc.option(fc.subarray<Allergen>(['milk', 'nuts', 'fish']), { freq: 3 })
    const states = fc.array(fc.record({ contains: list, mayContain: list }), { minLength: 2, maxLength: 6 })
    const property = fc.property(states, (history) => {
      const changes = history
        .slice(1)
        .map((after, at) => ({ product_no: 'A', before: history[at] ?? after, after }))
      const [first, last] = [history[0] ?? declared(null), history.at(-1) ?? declared(null)]
      const [told, ...more] = collapseChanges(changes)
      expect(more).toEqual([])
      expect(told === undefined).toBe(isSameDeclared(first, last))
      if (told !== undefined) expect([told.before, told.after]).toEqual([first, last])
    })
    fc.assert(property, { seed: 51, numRuns: 200 })
  })
})

describe('how far a notice has got', () => {
  const change = (id: string, sequence: number, before: Allergen[], after: Allergen[]) => ({
    id,
    sequence,
    change: { product_no: 'A', before: declared(before), after: declared(after) },
  })
  const added = change('added', 1, [], ['milk'])
  const removed = change('removed', 2, ['milk'], [])
  const both = ['added', 'removed']
  const named = both.flatMap((noticeId) => ['X', 'Y'].map((customerId) => ({ noticeId, customerId })))
  const of = (readings: [noticeId: string, customerId: string, kind: ReadingKind][]) => {
    const states = safetyStates(
      [removed, added],
      named,
      readings.map(([noticeId, customerId, kind]) => ({ noticeId, customerId, kind })),
    )
    return Object.fromEntries(
      ['X', 'Y'].map((customer) => [customer, both.map((id) => states.get(id)?.get(customer))]),
    )
  }

  it('is undone for those who had not confirmed it, and not for those who had', () => {
    expect(of([])).toEqual({ X: ['cancelled', 'cancelled'], Y: ['cancelled', 'cancelled'] })
    expect(of([['added', 'X', 'acknowledged']])).toEqual({
      X: ['acknowledged', 'to_phone'],
      Y: ['cancelled', 'cancelled'],
    })
    expect(
      of([
        ['added', 'X', 'phoned'],
        ['removed', 'X', 'read'],
      ]).X,
    ).toEqual(['phoned', 'seen'])
  })
})
