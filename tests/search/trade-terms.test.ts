import { describe, expect, it } from 'vitest'
import { parseSearch, type SearchQuery } from '#search/query.ts'
import { compileTradeTerms, DEFAULT_TRADE_TERMS } from '#search/trade-terms.ts'

const terms = compileTradeTerms([
  { typed: 'toilet roll', means: ['toilet tissue', 'loo roll'], bothWays: true },
  { typed: 'gluten free', means: ['gf'], bothWays: true },
  { typed: 'mayonnaise', means: ['mayo'], bothWays: true },
  { typed: '4 pint semi', means: ['semi skimmed milk 2l', 'semi skimmed milk'] },
  { typed: 'a', means: ['b'], bothWays: true },
  { typed: 'c', means: ['d'] },
])
const query = (text: string): SearchQuery => {
  const parsed = parseSearch(text, terms)
  if (!parsed) throw new Error('Nothing typed')
  return parsed
}
const readings = (text: string) =>
  query(text).readings.map((words) => words.map((word) => word.text).join(' '))
const forms = (text: string) => query(text).readings[0]?.[0]?.forms

describe('trade terms', () => {
  it.each([
    ['loo roll', ['loo roll', 'toilet roll', 'toilet tissue']],
    ['loo rolls 36 pack', ['loo rolls 36pk', 'toilet roll 36pk', 'toilet tissue 36pk']],
    ['GF pasta', ['gf pasta', 'gluten free pasta']],
    ['pasta gluten free', ['pasta gluten free', 'pasta gf']],
    ['4 Pints semi', ['4pt semi', 'semi skimmed milk 2l', 'semi skimmed milk']],
    ['loo rol', ['loo rol', 'toilet roll', 'toilet tissue']],
    ['36 pack loo rol', ['36pk loo rol', '36pk toilet roll', '36pk toilet tissue']],
    // Only the last word is still being typed, and two letters match too much.
    ['loo rol 36 pack', ['loo rol 36pk']],
    ['loo ro', ['loo ro']],
    ['semi', ['semi']],
    ['roll', ['roll']],
  ])('read %j as %j', (text, expected) => {
    expect(readings(text)).toEqual(expected)
  })

  it('for single words become other forms, in both directions if the table says so', () => {
    expect(forms('mayo')).toEqual(expect.arrayContaining(['mayonnaise', 'mayonnaises', 'mayos']))
    expect(forms('mayonnaise')).toContain('mayo')
    expect(forms('c')).toContain('d')
    expect(forms('d')).not.toContain('c')
  })

  it('produce at most six readings, starting with the text as typed', () => {
    const all = readings('gf loo roll gf loo roll')
    expect(all.length).toBeLessThanOrEqual(6)
    expect(all[0]).toBe('gf loo roll')
  })
})

describe('the built-in trade terms', () => {
  const builtIn = compileTradeTerms(DEFAULT_TRADE_TERMS)
  const meant = (text: string): string[] =>
    parseSearch(text, builtIn)?.readings.flatMap((words) => [
      words.map((word) => word.text).join(' '),
      ...(words.length === 1 ? (words[0]?.forms ?? []) : []),
    ]) ?? []

  it.each([
    ['yoghurt', 'yogurts'],
    ['eggplants', 'aubergine'],
    ['chillies', 'chili'],
    ['napkins', 'serviette'],
    ['gf', 'gluten free'],
    ['chx', 'chicken'],
    ['EVOO', 'extra virgin olive oil'],
    ['loo roll', 'toilet roll'],
    ['veg oil', 'vegetable oil'],
    ['tinned', 'canned'],
    ['half n half', 'half'],
    ['4 pint semi', 'semi skimmed milk'],
    ['bin bags', 'refuse sacks'],
    ['coke', 'coca cola'],
  ])('know that %j means %j', (text, expected) => {
    expect(meant(text)).toContain(expected)
  })

  it('hold each phrase once', () => {
    const typed = DEFAULT_TRADE_TERMS.map((term) => term.typed)
    expect(typed).toEqual([...new Set(typed)])
  })
})
