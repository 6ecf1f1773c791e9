import { describe, expect, it } from 'vitest'
import {
  FEW_FOUND,
  likelyWords,
  type MeantWord,
  mistypedWords,
  nearestWords,
  typoWordsOf,
} from '#search/mistyped.ts'
import { parseSearch } from '#search/query.ts'
import { NO_TRADE_TERMS } from '#search/trade-terms.ts'

const wordsOf = (text: string) => parseSearch(text, NO_TRADE_TERMS)?.readings[0] ?? []
const mistyped = (text: string, counts: number[], isMet = true) =>
  mistypedWords(wordsOf(text), { counts, isMet }).map(({ word, isMet: isWordMet }) => [word.text, isWordMet])

describe('the words treated as mistyped', () => {
  it('are those that few or no products have', () => {
    expect(mistyped('chiken breast sliced', [5, FEW_FOUND, 0])).toEqual([
      ['chiken', true],
      ['sliced', false],
    ])
    expect(mistyped('gin 70cl', [3, 2])).toEqual([])
    // A short word that some product has is not corrected.
    expect(mistyped('pods', [3])).toEqual([])
    expect(mistyped('pods', [0])).toEqual([['pods', false]])
  })

  it('are all of them if together they find nothing', () => {
    expect(mistyped('coco cola 2l', [FEW_FOUND, FEW_FOUND, 3], false)).toEqual([
      ['coco', true],
      ['cola', true],
    ])
  })

  it.each(['5000112637922', '2.5kg', 'a1', '%'])('are never numbers, sizes or codes: %j', (text) => {
    expect(mistyped(text, [0], false)).toEqual([])
  })
})

describe('the corrections of a word', () => {
  const nearest = (text: string, words: string[], edits: number, { isMet = false, countMin = 0 } = {}) => {
    const [word] = wordsOf(text)
    if (!word) throw new Error('Nothing typed')
    return nearestWords({ word, isMet, countMin }, words, edits)
  }
  const whole = (meant: MeantWord[]) => meant.filter(({ beginning }) => !beginning).map(({ word }) => word)

  it('are within the edit distance, and exclude exact matches', () => {
    const words = ['mayonaise', 'mayonaises', 'mayonnaise', 'mayonnaises', 'mayor', 'mayonnaisse']
    const meant = nearest('mayonaise', words, 1)
    expect(whole(meant)).toEqual(['mayonnaise'])
    expect(meant.map(({ word }) => word).sort()).toEqual(['mayonnaise', 'mayonnaises'])
    expect(whole(nearest('mayonaise', words, 2)).sort()).toEqual(['mayonnaise', 'mayonnaises', 'mayonnaisse'])
  })

  it('change the first letter only of a word that no product has', () => {
    expect(whole(nearest('goose', ['loose', 'gooseberry', 'gorse'], 1, { isMet: true }))).toEqual(['gorse'])
    expect(whole(nearest('goose', ['loose', 'gooseberry', 'gorse'], 1))).toEqual(['gorse', 'loose'])
  })

  it.each([
    ['mayonaise', ['mayonnaise']],
    ['tumeric', ['turmeric']],
    ['prawns', ['praawns']],
    ['brocolli', ['broccoli']],
    // Two edits, and one that makes another word.
    ['chicken', []],
    ['pears', []],
    // A syllable less.
    ['passata', []],
  ])('are one plausible slip away from %j, which some products have', (text, expected) => {
    const words = ['mayonnaise', 'turmeric', 'praawns', 'prunes', 'chickpeas', 'peas', 'broccoli', 'pasta']
    expect(whole(nearest(text, words, 2, { isMet: true, countMin: 30 }))).toEqual(expected)
    expect(nearest(text, words, 2, { isMet: true }).length).toBeGreaterThan(0)
  })

  it('for two edits include those for one, since the server searches with two', () => {
    const strict = { isMet: true, countMin: 30 }
    expect(nearest('tumeric', ['turmerics'], 1, strict)).toHaveLength(1)
    expect(nearest('tumeric', ['turmerics'], 2, strict)).toHaveLength(1)
  })

  it('are much more common than a word that some products have', () => {
    const [rare] = mistypedWords(wordsOf('mayonaise'), { counts: [3], isMet: true })
    const meant = nearest('mayonaise', ['mayonnaise'], 1)
    expect(rare?.countMin).toBe(15)
    expect(likelyWords({ countMin: 15 }, meant, [14])).toEqual([])
    expect(likelyWords({ countMin: 15 }, meant, [15])).toHaveLength(1)
    // If together they find nothing, any of them may be wrong.
    expect(mistypedWords(wordsOf('mayonaise'), { counts: [3], isMet: false })[0]?.countMin).toBe(0)
  })

  it('are at most 32, the same in any order of words', () => {
    const words = [...'abcdefghijklmnoprstuvwxyz'].flatMap((letter) => [`chees${letter}`, `chees${letter}x`])
    const meant = nearest('cheesq', words, 1)
    expect(meant).toHaveLength(32)
    expect(nearest('cheesq', [...words].reverse(), 1)).toEqual(meant)
  })

  it('exclude a slip in the catalogue beside the commonest word, unless it is nearer', () => {
    const meant = nearest('choclatte', ['choclate', 'chocolate', 'chocolatte', 'chocolata'], 2)
    const counts = meant.map(({ word }) => ({ choclate: 2, chocolate: 100, chocolatte: 1 })[word] ?? 3)
    expect(likelyWords({ countMin: 0 }, meant, counts).map(({ word }) => word)).toEqual([
      'choclate',
      'chocolatte',
      'chocolate',
    ])
  })

  it('match as whole words and as beginnings', () => {
    const meant = nearest('mayonaise', ['mayonnaise', 'mayonnaiselike'], 1)
    expect(typoWordsOf(new Map([['mayonaise', meant]])).get('mayonaise')).toEqual({
      whole: new Set(['mayonnaise']),
      beginnings: new Set(['mayonnaise', 'mayonnaiselike']),
    })
  })
})
