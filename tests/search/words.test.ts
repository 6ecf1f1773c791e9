import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeKey, compareText, foldText, gtinKey, joinMeasures, wordsIn } from '#domain/folded-text.ts'
import { QUERY_WORDS_MAX } from '#domain/searched-words.ts'
import { productWordsOf } from '#search/product-words.ts'
import { parseSearch as parseWith } from '#search/query.ts'
import { NO_TRADE_TERMS } from '#search/trade-terms.ts'
import { formsOf } from '#search/word-forms.ts'

const parseSearch = (text: string) => parseWith(text, NO_TRADE_TERMS)
const typed = (text: string): string[] | undefined => parseSearch(text)?.readings[0]?.map((word) => word.text)

describe('folding', () => {
  it.each([
    ['Crème Fraîche', 'creme fraiche'],
    ['Kellogg’s', 'kelloggs'],
    ["McVitie's", 'mcvities'],
    ['BŒUF', 'boeuf'],
    ['Straße', 'strasse'],
    ['Łosoś', 'losos'],
    ['Müller™', 'muller '],
    ['İstanbul', 'istanbul'],
    ['ＣＡＦＥ ㎏', 'cafe kg'],
    ['1 ½ lb', '1.5 lb'],
    ['½ pint', ' 0.5 pint'],
    ['ΛΌΓΟΣ', 'λογοσ'],
    ['10″ ŉ´', '10 inch  n'],
    [`12"x10''`, '12 inch x10 inch '],
  ])('makes %j %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)),
    )
  })
})

describe('measures', () => {
  it.each([
    ['6 × 2.5 kg', '6x2.5kg'],
    ['12 X 400g', '12x400g'],
    ['6*1.5 Litres', '6x1.5l'],
    ['2,5 Kilos', '2.5kg'],
    ['1,000 g', '1000g'],
    ['omega 3,6,9', 'omega 3,6,9'],
    ['10 packs', '10pk'],
    ['5 grapes', '5 grapes'],
    ['7 x large', '7 x large'],
    ['12 in', '12inch'],
    ['12in pizza', '12inch pizza'],
    ['3 in 1', '3 in 1'],
    ['4 fl oz', '4oz'],
    ['5 gallons', '5gal'],
    ['500ml x 8', '8x500ml'],
    ['case of 12 x 400g', 'case of 12x400g'],
    ...[
      'x12',
      '12x',
      '12s',
      "12's",
      '12 pk',
      '12pack',
      'pack of 12',
      'Case of 12',
      '12 per pack',
      '12ct',
    ].map((text): [string, string] => [text, '12pk']),
    ['12 x eggs', '12pk eggs'],
    ['dozen eggs', '12pk eggs'],
    ['2 doz eggs', '24pk eggs'],
    ['half a dozen eggs', '6pk eggs'],
    ['½ dozen', ' 6pk'],
    ['pizza dozen', 'pizza 12pk'],
  ])('makes %j %j', (text, joined) => {
    expect(joinMeasures(foldText(text))).toBe(joined)
  })
})

describe('the words that find a product', () => {
  it.each([
    ['6 × 2.5 kg', ['6x2.5kg', '6pk', '2.5kg', '2500g', '6', '2.5', 'kg']],
    ['750ml', ['750ml', '75cl', '0.75l']],
    ['2.27 litres', ['2.27l', '4pt']],
    ['227g', ['227g', '8oz']],
    // Labels are in whole grams.
    ['113g', ['113g', '4oz']],
    ['28g', ['28g', '1oz']],
    ['1 gallon', ['1gal', '8pt', '4.546l']],
    ['10 × 100', ['10x100', '10pk', '100pk', '1000pk']],
    ['12 eggs', ['12', '12pk']],
    ['Coca-Cola', ['coca', 'cola', 'cocacola']],
    ["M&M's", ['m', 'ms', 'mms']],
    ['7UP', ['7up', '7', 'up']],
    ['7 Up', ['7up', '7', 'up']],
    ['Vit B 12', ['b12']],
    ['Semi-skimmed', ['semi', 'skimmed', 'semiskimmed']],
    ['Fish & Chips', ['fish', 'chips']],
  ])('of %j include %j', (text, words) => {
    expect(productWordsOf(text)).toEqual(expect.arrayContaining(words))
  })

  it('are listed once each', () => {
    const words = productWordsOf('Milk milk MILK 1l 1 l')
    expect(words).toEqual([...new Set(words)])
  })

  it('contain no symbols, whatever the product’s name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) =>
        [...productWordsOf(text), ...(typed(text) ?? [])].every((word) =>
          /^[\p{L}\p{N}][\p{L}\p{N}.]*$/u.test(word),
        ),
      ),
    )
  })

  it('are at most 40 letters long and never end in half a character', () => {
    const [word = ''] = wordsIn(`a${'𝒜'.repeat(60)}`)
    expect(word.length).toBeLessThanOrEqual(40)
    expect(word).not.toMatch(/\p{Cs}/u)
  })
})

describe('the typed text', () => {
  it.each([
    ['chopped  tomatoes', ['chopped', 'tomatoes']],
    ['2.5 kg', ['2.5kg']],
    ['6 x 2', ['6x2']],
    ['tin of tomatoes', ['tin', 'tomatoes']],
    ['fish and', ['fish', 'and']],
    ['milk milk', ['milk']],
    ['Jalapeño', ['jalapeno']],
  ])('%j is read as %j', (text, words) => {
    expect(typed(text)).toEqual(words)
  })

  it('is undefined if blank, and matches nothing if it is only symbols', () => {
    expect(parseSearch('  ')).toBeUndefined()
    expect(parseSearch('%%')).toEqual({ typed: [], readings: [], code: null })
  })

  it('is read up to eight words', () => {
    expect(typed('one two three four five six seven eight nine ten')).toHaveLength(QUERY_WORDS_MAX)
  })

  it('is also read as a code, ignoring symbols and leading zeros', () => {
    expect(parseSearch('AB-12/3')?.code).toEqual({ equal: ['#ab123'], beginning: ['#ab123'] })
    expect(parseSearch('0500 0123')?.code).toEqual({
      equal: ['#05000123', '@5000123', '#0500', '#0123'],
      beginning: ['#05000123', '@5000123'],
    })
    expect(parseSearch('AB-12 3')?.code).toEqual({ equal: ['#ab123', '#ab12'], beginning: ['#ab123'] })
    expect(parseSearch('3 x 216821')?.code?.equal).toContain('#216821')
    expect(parseSearch('milk 3')?.code?.equal).not.toContain('#milk')
    expect(parseSearch('chi')?.code).toEqual({ equal: ['#chi'], beginning: [] })
    expect(codeKey('b.1/2')).toBe('b12')
    expect(gtinKey('0000')).toBe('')
  })
})

describe('singular and plural', () => {
  it.each([
    ['tomatoes', 'tomato'],
    ['cherries', 'cherry'],
    ['cherry', 'cherries'],
    ['cookies', 'cookie'],
    ['loaves', 'loaf'],
    ['loaf', 'loaves'],
    ['knife', 'knives'],
    ['boxes', 'box'],
    ['chips', 'chip'],
    ['cheeses', 'cheese'],
    ['egg', 'eggs'],
    ['glass', 'glasses'],
    ['potatos', 'potatoes'],
  ])('%j also searches for %j', (word, form) => {
    expect(formsOf(word)).toContain(form)
  })

  it.each([
    ['noodles', ['noodle']],
    ['oil', ['oils']],
  ])('%j searches for no other form than %j', (word, forms) => {
    expect(formsOf(word)).toEqual(forms)
  })

  it.each(['pi', '2.5kg', '7ups'])('%j has no other form', (word) => {
    expect(formsOf(word)).toEqual([])
  })
})

describe('text order', () => {
  it('is by code point, as PostgreSQL compares bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(Math.sign(compareText(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))))
      }),
    )
    expect(compareText('\uFF5E', '𝒜')).toBeLessThan(0)
  })
})
