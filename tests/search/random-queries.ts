import { pickOf, type RandomProduct } from './random-catalogue.ts'

/** What people type, generated from the catalogue: whole words, their beginnings, codes, measures, plurals, typos. */

export type RandomQuery = { kind: (typeof KINDS)[number]; text: string }

export const KINDS = [
  'word',
  'two words',
  'beginning',
  'words and a beginning',
  'letter',
  'two letters',
  'code',
  'beginning of a code',
  'gtin',
  'measure',
  'plural',
  'typo',
  'typo and a word',
  'trade term',
  'half a phrase',
  'joined',
  'split',
  'split and mistyped',
  'two typos',
  'word too many',
  'unaccented',
  'signs',
  'nonsense',
] as const

export const randomQuery = (products: readonly RandomProduct[], random: () => number): RandomQuery => {
  const pick = pickOf(random)
  const product = pick(products)
  const textOf = (): string =>
    pick([product.name, product.name, product.brand, product.pack, product.category])
  const word = (): string => pick(textOf().split(/[\s,]+/))
  const someWord = (): string => word() || pick(product.name.split(' '))
  const cut = (text: string): string => text.slice(0, 1 + Math.floor(random() * text.length))
  const kind = pick(KINDS)
  const texts: Record<RandomQuery['kind'], () => string> = {
    word: someWord,
    'two words': () => `${someWord()} ${someWord()}`,
    beginning: () => cut(someWord()),
    'words and a beginning': () => `${someWord()} ${cut(someWord())}`,
    letter: () => pick([...'abcdefghijklmnopqrstuvwxyz0123456789']),
    'two letters': () => cut(someWord()).slice(0, 2),
    code: () =>
      pick([product.product_no, product.product_no.toLowerCase(), product.product_no.replace(/\W/g, ' ')]),
    'beginning of a code': () => cut(product.product_no),
    gtin: () => {
      const [gtin = '5000000000000'] = product.gtins
      return pick([gtin, gtin.replace(/^0+/, ''), `0${gtin}`, gtin.slice(0, 9)])
    },
    measure: () =>
      pick([
        '2.5kg',
        '2.5 kg',
        '2,5kg',
        '6x2.5kg',
        '6 × 2.5',
        '400g',
        '400 g',
        '12x400',
        '75cl',
        '750 ml',
        '0.75l',
        '5 litres',
        '500g',
        '1.5 lb',
        '6 x',
      ]),
    plural: () =>
      pick([
        'tomato',
        'tomatoes',
        'cherry',
        'cherries',
        'loaf',
        'loaves',
        'egg',
        'berry',
        'chocolates',
        'potato',
        'teacake',
        'yoghurt',
        'yogurts',
      ]),
    typo: () => slip(someWord(), random),
    'typo and a word': () => `${slip(someWord(), random)} ${someWord()}`,
    'trade term': () =>
      `${pick(['gf', 'chx', 'mayo', 'tinned', 'semi', 'coke', 'evoo', 'half n half'])} ${someWord()}`,
    'half a phrase': () =>
      pick(['loo rol', 'bin bag', 'tin foi', 'veg oi', 'blue rol', 'half n ha', 'double crea', 'burger bu']),
    joined: () =>
      pick(['chickenbreast', 'oliveoil', 'bakedbeans', 'ricepudding', 'rumpsteak', 'cherrypie', 'chickpeas']),
    split: () =>
      pick([
        'ham burger',
        'tea cakes',
        'tea spoons',
        'choco lates',
        'coca cola',
        'semi skimmed',
        'moz zarella',
      ]),
    'split and mistyped': () =>
      pick(['ham burgr', 'tae cakes', 'choco latse', 'mozz arela', 'cous cus', 'chick pes']),
    'two typos': () => `${slip(someWord(), random)} ${slip(someWord(), random)}`,
    'word too many': () =>
      `${someWord()} ${pick(['qqqqq', 'Smörgås', 'Łosoś', '999kg', 'bottle'])} ${someWord()} ${someWord()}`,
    unaccented: () =>
      pick([
        'creme fraiche',
        'CREME',
        'jalapeno',
        'boeuf',
        'haagen dazs',
        'nestle',
        'pate',
        'muller',
        'losos',
        'strasse',
        'kellogg’s',
        'mcvities',
      ]),
    signs: () =>
      pick([
        '%',
        '!!!',
        "'",
        '\\',
        ' - ',
        "o'b",
        'm&m',
        '50/50',
        '"',
        "a'b\\c",
        ':*',
        '#1',
        '=storage_type:frozen',
        '<->',
        '(a | b)',
        'semi-',
        'coca-cola',
      ]),
    nonsense: () => Array.from({ length: 6 }, () => pick([...'qzxjwv'])).join(''),
  }
  return { kind, text: texts[kind]() }
}

/** One letter wrong, missing or extra, or two swapped. */
export const slip = (word: string, random: () => number): string => {
  const letters = [...word]
  const at = Math.floor(random() * letters.length)
  const letter = String.fromCharCode(97 + Math.floor(random() * 26))
  const slips = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, letter),
    () => letters.splice(at, 1, letter),
    () => letters.splice(at, 2, letters[at + 1] ?? '', letters[at] ?? ''),
  ]
  slips[Math.floor(random() * slips.length)]?.()
  return letters.join('')
}
