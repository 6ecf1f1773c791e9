import { describe, expect, it } from 'vitest'
import {
  editsInTurn,
  FEW_FOUND,
  mayHoldTypos,
  mistypedWords,
  nearestWords,
  typosWithin,
} from '#domain/search/mistyped.ts'
import { parseSearch } from '#domain/search/query.ts'

const queryOf = (text: string) => {
  const query = parseSearch(text)
  if (!query) throw new Error('Nothing typed')
  return query
}
const mistyped = (text: string, counts: number[]) =>
  mistypedWords(queryOf(text), counts).map(({ word, isMet }) => [word.text, isMet])

describe('when typos are looked for', () => {
  it('is where few are found without', () => {
    expect(mayHoldTypos(queryOf('mayonaise'), FEW_FOUND - 1)).toBe(true)
    expect(mayHoldTypos(queryOf('mayonaise'), FEW_FOUND)).toBe(false)
  })

  it.each(['5000112637922', '2.5kg', 'a1', 'ab-12', '%'])(
    'is never for numbers, sizes and codes: %j',
    (text) => {
      expect(mayHoldTypos(queryOf(text), 0)).toBe(false)
    },
  )
})

describe('which words are taken for mistyped', () => {
  it('are those that few products have, whether none or some', () => {
    expect(mistyped('chiken breast sliced', [5, FEW_FOUND, 0])).toEqual([
      ['chiken', true],
      ['sliced', false],
    ])
    expect(mistyped('gin 70cl', [3, 2])).toEqual([])
    // What some product has is not guessed at where it is short.
    expect(mistyped('pods', [3])).toEqual([])
    expect(mistyped('pods', [0])).toEqual([['pods', false]])
  })

  it('are looked for farther away only where they are long', () => {
    expect(editsInTurn(mistypedWords(queryOf('chiken'), [0]))).toEqual([1])
    expect(editsInTurn(mistypedWords(queryOf('chiken mayonaise'), [0, 0]))).toEqual([1, 2])
    expect(editsInTurn([])).toEqual([])
  })
})

describe('what they were meant to be', () => {
  const typosOf = (text: string, counts: number[], words: string[]) =>
    typosWithin(new Map(mistypedWords(queryOf(text), counts).map((word) => [word, words])), 1)

  it('is nothing where one that no product has is like none', () => {
    const words = ['chicken', 'chiken', 'breast']
    expect(typosOf('chiken qqqqq', [5, 0], words)).toBeUndefined()
    expect([...(typosOf('chiken qqqqq', [5, 3], words)?.keys() ?? [])]).toEqual(['chiken'])
    expect(typosOf('quinoa', [3], words)).toBeUndefined()
  })

  const nearest = (text: string, words: string[], edits: number, isMet = false) => {
    const [word] = queryOf(text).words
    if (!word) throw new Error('Nothing typed')
    return nearestWords({ word, isMet }, words, edits)
  }

  it('is what is as near as asked, and not found without a typo', () => {
    const words = ['mayonaise', 'mayonaises', 'mayonnaise', 'mayonnaises', 'mayor', 'mayonnaisse']
    const meant = nearest('mayonaise', words, 1)
    expect([...meant.whole]).toEqual(['mayonnaise'])
    expect([...meant.beginnings].sort()).toEqual(['mayonnaise', 'mayonnaises'])
    expect([...nearest('mayonaise', words, 2).whole].sort()).toEqual([
      'mayonnaise',
      'mayonnaises',
      'mayonnaisse',
    ])
  })

  it('differs in its first letter only from what no product has', () => {
    expect([...nearest('goose', ['loose', 'gooseberry', 'gorse'], 1, true).whole]).toEqual(['gorse'])
    expect([...nearest('goose', ['loose', 'gooseberry', 'gorse'], 1).whole]).toEqual(['gorse', 'loose'])
  })

  it('is at most 32 words, the same ones in whatever order they come', () => {
    const words = [...'abcdefghijklmnoprstuvwxyz'].flatMap((letter) => [`chees${letter}`, `chees${letter}x`])
    const meant = nearest('cheesq', words, 1)
    expect(meant.beginnings.size).toBe(32)
    expect(nearest('cheesq', [...words].reverse(), 1)).toEqual(meant)
  })
})
