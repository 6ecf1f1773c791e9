import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mayBeTypo, typoOf } from '#search/typos.ts'

describe('the edit distance between words', () => {
  it.each([
    ['tomatp', 'tomato', { edits: 1, beginning: false }],
    ['tomaot', 'tomato', { edits: 1, beginning: false }],
    ['tomto', 'tomato', { edits: 1, beginning: false }],
    ['tommato', 'tomato', { edits: 1, beginning: false }],
    ['choclate', 'chocolate', { edits: 1, beginning: false }],
    ['choclat', 'chocolate', { edits: 2, beginning: false }],
    ['chocl', 'charcoal', undefined],
    ['choccolatte', 'chocolate', { edits: 2, beginning: false }],
    // The beginning of a word, while it is typed.
    ['parmis', 'parmesan', { edits: 1, beginning: true }],
    // Too short to count as a beginning, or as a typo at all.
    ['chik', 'chicken', undefined],
    ['mlk', 'milk', { edits: 1, beginning: false }],
    // Another first letter but similar; not similar at all.
    ['vhocolate', 'chocolate', { edits: 1, beginning: false }],
    ['bilk', 'milk', undefined],
    ['tomato', 'potato', undefined],
    ['milk', '2.5kg', undefined],
  ])('%j and %j: %j', (typed, word, expected) => {
    expect(typoOf(typed, word, 2)).toEqual(expected)
  })

  it('is the number of edits for words of any length', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 4, maxLength: 24 })
    fc.assert(
      fc.property(letters, letters, (typed, word) => {
        const edits = editsBetween(typed, word)
        const typo = typoOf(typed, word, 2)
        if (typo !== undefined && !typo.beginning) expect(typo.edits).toBe(edits)
        const allowed = typed.length >= 8 ? 2 : 1
        if (typed[0] === word[0] && edits <= allowed) expect(typo).toEqual({ edits, beginning: false })
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a possible typo', () => {
  it('is never a number, a size or a short word', () => {
    expect(['2.5kg', '400g', 'abc', 'b12x', 'x'.repeat(25)].filter(mayBeTypo)).toEqual([])
  })
})

/** Optimal string alignment, without optimisation. */
function editsBetween(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const get = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const cells = table[row]
      if (cells)
        cells[column] = Math.min(
          get(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
          get(row - 1, column) + 1,
          get(row, column - 1) + 1,
          isSwap ? get(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        )
    }
  }
  return get(a.length, b.length)
}
