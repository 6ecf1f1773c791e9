import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { howMany } from '#domain/said-order/how-many.ts'
import { readSaidOrder } from '#domain/said-order/read-said-order.ts'
import { saidLineOf } from '#domain/said-order/said-line.ts'

const told = (text: string): string => {
  const { words, count, unit, size, isPieces, isPart, isUsual } = saidLineOf(text)
  return [
    count ?? '?',
    ...[
      isPieces && 'pieces',
      isPart && 'part',
      isUsual && 'usual',
      unit,
      size && `${size.amount}${size.measure}`,
    ],
    words,
  ]
    .filter(Boolean)
    .join(' ')
}

describe('one line', () => {
  it.each([
    ['2 mayo', '2 mayo'],
    ['2 x mayo', '2 mayo'],
    ['2x mayo', '2 mayo'],
    ['mayo x2', '2 mayo'],
    ['mayo x 2', '2 mayo'],
    ['mayo 2', '2 mayo'],
    ['mayo - 2', '2 mayo'],
    ['mayo: 2', '2 mayo'],
    ['mayo (2)', '2 mayo'],
    ['mayo qty 2', '2 mayo'],
    ['two boxes of limes', '2 case limes'],
    ['2 boxes limes', '2 case limes'],
    ['limes 2 boxes', '2 case limes'],
    ['lager 2 x case', '2 case lager'],
    ['box limes', '1 case limes'],
    ['a case of mayo', '1 case mayo'],
    ['tin of tomatoes', '1 each tomatoes'],
    ['6 bottles of merlot', '6 each merlot'],
    ['2 sacks spuds', '2 spuds'],
    ['6no ciabatta rolls', '6 ciabatta rolls'],
    ['6 no added sugar squash', '6 no added sugar squash'],
    ['a bunch of mint', '1 mint'],
    ['couple of brie', '2 brie'],
    ['half a dozen eggs', '6 pieces eggs'],
    ['2 dozen eggs', '24 pieces eggs'],
    ['dozen eggs', '12 pieces eggs'],
    ['1/2 case beans', '0.5 part case beans'],
    ['half a case of beans', '0.5 part case beans'],
    ['half fat creme fraiche', '? half fat creme fraiche'],
    ['3kg mince', '? 3000g 3kg mince'],
    ['mince 3kg', '? 3000g 3kg mince'],
    ['2.5 kilos of mince', '? 2500g 2.5 kilos mince'],
    ['2x5kg onions', '2 5000g 5kg onions'],
    ['onions 2 x 5kg', '2 5000g 5kg onions'],
    ['4pt semi x6', '6 4pt semi'],
    ['12in pizza boxes x2', '2 12in pizza boxes'],
    ['usual milk', '? usual milk'],
    ['milk as usual', '? usual milk'],
    ['the usual milk 4', '4 usual milk'],
    ['2 tin foil', '2 tin foil'],
    ['tea bags 2', '2 tea bags'],
    ['bin bags', '? bin bags'],
    ['coke 330', '? coke 330'],
    ['7up', '? 7up'],
  ])('reads “%s”', (text, expected) => expect(told(text)).toBe(expected))
})

const linesOf = (message: string): string[] => readSaidOrder(message).lines.map(({ text }) => text)
const ignoredOf = (message: string): string[] => readSaidOrder(message).ignored.map(({ text }) => text)

describe('a message', () => {
  it.each<[message: string, lines: string[], ignored: string[]]>([
    ['2 mayo, box limes, usual milk', ['2 mayo', 'box limes', 'usual milk'], []],
    [
      'Hi Dave, can I get 2 mayo and 3 ketchup. Cheers',
      ['2 mayo', '3 ketchup'],
      ['Hi Dave', 'can I get', 'Cheers'],
    ],
    ['mayo 2\nketchup 3; mustard\n', ['mayo 2', 'ketchup 3', 'mustard'], []],
    ['- 2 mayo\n• 3 ketchup\n* mustard', ['2 mayo', '3 ketchup', 'mustard'], []],
    ['1. mayo x2\n2. ketchup\n3) mustard', ['mayo x2', 'ketchup', 'mustard'], []],
    ['1 mayo\n2 ketchup\n3 mustard', ['1 mayo', '2 ketchup', '3 mustard'], []],
    ['mayo, 2, ketchup, 3', ['mayo, 2', 'ketchup, 3'], []],
    ['2 brie 3 camembert 1 feta', ['2 brie', '3 camembert', '1 feta'], []],
    ['brie 2 camembert 3', ['brie 2', 'camembert 3'], []],
    ['two brie one feta and a box of limes', ['two brie', 'one feta', 'a box of limes'], []],
    ['1,000 napkins', ['1,000 napkins'], []],
    ['2 mayo please for tomorrow\nThanks\nKaren', ['2 mayo'], ['please for tomorrow', 'Thanks', 'Karen']],
    ['2 mayo\nKind regards\nPaul\n07700 900123', ['2 mayo'], ['Kind regards', 'Paul', '07700 900123']],
    ['Mon 30th Nov\n2 mayo\nSent from my iPhone', ['2 mayo'], ['Mon 30th Nov', 'Sent from my iPhone']],
    ['2 marge\n3 mayo', ['2 marge', '3 mayo'], []],
    ['[28/11/2026, 21:04] Mo: 2 mayo', ['2 mayo'], ['[28/11/2026, 21:04] Mo:']],
    ['gloves (blue, large) 2, aprons 1', ['gloves (blue, large) 2', 'aprons 1'], []],
    ['Product,Qty\nmayo,2', ['mayo,2'], ['Product,Qty']],
  ])('is split: %j', (message, lines, ignored) => {
    expect(linesOf(message)).toEqual(lines)
    expect(ignoredOf(message)).toEqual(ignored)
  })

  it.each([
    ['no milk today', 'none'],
    ['don’t need eggs', 'none'],
    ['same as last week', 'reference'],
    ['the usual please', 'reference'],
  ])('says what became of “%s”', (message, why) => {
    expect(readSaidOrder(message)).toMatchObject({ lines: [], ignored: [{ why }] })
  })

  it('leaves to the product list whether two words are one product', () => {
    const [line] = readSaidOrder('salt and pepper sachets').lines
    expect(line).toMatchObject({
      words: 'salt and pepper sachets',
      parts: [{ words: 'salt' }, { words: 'pepper sachets' }],
    })
    expect(readSaidOrder('Cream, double - 2').lines).toMatchObject([{ count: 2, parts: [{}, { count: 2 }] }])
  })

  it('keeps a known code and its quantity whole, as a row and among words', () => {
    const codes = new Set(['CO&OP1, 6', '2 104217', '207711 x 3'])
    const message = 'CO&OP1, 6\n2 mayo\nHi, 2 104217, box limes, 207711 x 3'
    const { lines } = readSaidOrder(message, (part) => codes.has(part))
    expect(lines.map(({ text }) => text)).toEqual([
      'CO&OP1, 6',
      '2 mayo',
      '2 104217',
      'box limes',
      '207711 x 3',
    ])
  })

  it('stops between two lines of a text that is too long, and says so', () => {
    const { lines, ignored } = readSaidOrder('10 mayo\n'.repeat(2_000))
    expect(lines.length).toBeGreaterThan(1_000)
    expect(new Set(lines.map(({ text }) => text))).toEqual(new Set(['10 mayo']))
    expect(ignored).toMatchObject([{ why: 'tooLong' }])
  })

  it('loses no word, whatever is written', () => {
    const word = fc.constantFrom(
      ...'mayo limes milk usual box case of 2 x 12 3kg 1/2 half dozen no the please thanks hi Dave tomorrow 30/11 order can i get same as last week regards x2 (blue) £4 crème don’t'.split(
        ' ',
      ),
    )
    const between = fc.constantFrom(' ', ' ', ' ', ', ', '\n', '; ', ' - ', ' / ', '. ', '\t', ' + ')
    fc.assert(
      fc.property(fc.array(fc.tuple(word, between), { minLength: 1, maxLength: 30 }), (parts) => {
        const message = parts.flat().join('')
        const { lines, ignored } = readSaidOrder(message)
        const wordsIn = (text: string) => text.replaceAll('’', "'").match(/[\p{L}\p{N}']+/gu) ?? []
        const left = [...lines, ...ignored].flatMap(({ text }) => wordsIn(text))
        for (const each of wordsIn(message)) {
          const at = left.indexOf(each)
          if (at === -1) return false
          left.splice(at, 1)
        }
        return left.length === 0
      }),
      { numRuns: 500 },
    )
  })
})

describe('how many', () => {
  const plain = { catchWeight: false, estimatedWeightGrams: null, contentMeasure: 'g' } as const
  const single = { ...plain, unit: 'each', unitCount: 1, contentAmount: 5_000 } as const
  const box = { ...plain, unit: 'case', unitCount: 4, contentAmount: 20_000 } as const
  const tray = { ...plain, unit: 'each', unitCount: 60, contentAmount: null } as const
  it.each([
    ['2 onions', single, undefined, { quantity: 2 }],
    ['2x5kg onions', single, undefined, { quantity: 2 }],
    ['2x5kg onions', box, undefined, { quantity: 1, doubt: 'amount' }],
    ['4x5kg onions', box, undefined, { quantity: 1 }],
    ['10kg onions', single, undefined, { quantity: 2 }],
    ['3kg onions', single, undefined, { quantity: 1, doubt: 'amount' }],
    ['3kg onions', tray, undefined, { quantity: 1, doubt: 'amount' }],
    ['half a dozen onions', single, undefined, { quantity: 6 }],
    ['2 dozen eggs', tray, undefined, { quantity: 1, doubt: 'pieces' }],
    ['10 dozen eggs', tray, undefined, { quantity: 2 }],
    ['1/2 case onions', box, undefined, { quantity: 1, doubt: 'part' }],
    ['onions', single, undefined, { quantity: 1 }],
    ['onions', single, 4, { quantity: 4, doubt: 'unsaid' }],
    ['usual onions', single, 4, { quantity: 4 }],
    ['60 onions', single, 4, { quantity: 60, doubt: 'many' }],
    ['60 onions', single, 48, { quantity: 60 }],
  ] as const)('“%s” (case %#)', (text, product, last, expected) =>
    expect(howMany(saidLineOf(text), product, last)).toEqual(expected),
  )
})
