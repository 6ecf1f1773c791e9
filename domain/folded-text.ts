/** Used for queries and products, on server and device. Changes here change stored documents: raise SEARCH_FORMAT. */

const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
}
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')
const FRACTIONS: Record<string, string> = { '¼': '.25', '½': '.5', '¾': '.75' }

/** Removes case, accents, apostrophes and trade marks. Idempotent. */
export const foldText = (text: string): string =>
  text
    .replace(/(\d?)\s?([¼½¾])/g, (_, whole: string, part: string) => `${whole || ' 0'}${FRACTIONS[part]}`)
    // Decomposed, these would leave a space and the letters "TM".
    .replace(/´/g, '')
    .replace(/[™®©℠]/g, ' ')
    .normalize('NFKD')
    // After decomposing: ″ and ŉ contain apostrophes.
    .replace(/['’‘ʼ`′]/g, '')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter)

const UNITS: [unit: string, spellings: string][] = [
  ['kg', 'kgs?|kilos?|kilograms?|kilogrammes?'],
  ['g', 'g|gr|grms?|gms?|grams?|grammes?'],
  ['ml', 'mls?|millilitres?|milliliters?'],
  ['cl', 'cls?|centilitres?'],
  ['l', 'l|lt|ltrs?|litres?|liters?'],
  ['oz', 'oz|ozs|onz|ounces?'],
  ['lb', 'lbs?'],
  ['pt', 'pts?|pints?'],
  ['pk', 'pks?|packs?'],
  ['inch', 'inch|inches'],
]
const SPELLINGS = UNITS.map(([, spellings]) => spellings).join('|')
const UNIT_OF = UNITS.map(([unit, spellings]) => [unit, new RegExp(`^(?:${spellings})$`)] as const)
const unitOf = (spelling: string): string =>
  UNIT_OF.find(([, pattern]) => pattern.test(spelling))?.[0] ?? spelling

const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g
const DECIMAL_COMMA = new RegExp(`(\\d),(?=\\d{1,2}\\s*(?:${SPELLINGS})(?![\\p{L}\\p{N}]))`, 'gu')
const TIMES = /(\d)\s*[x×✕*]\s*(?=\d)/g
const MEASURE = new RegExp(`(\\d)\\s*(${SPELLINGS})(?![\\p{L}\\p{N}])`, 'gu')

export const joinMeasures = (folded: string): string =>
  folded
    .replace(THOUSANDS, '$1')
    .replace(DECIMAL_COMMA, '$1.')
    .replace(TIMES, '$1x')
    .replace(MEASURE, (_, digit: string, spelling: string) => `${digit}${unitOf(spelling)}`)

/** Runs of letters and digits, with points between digits. */
const WORD = /[\p{L}\p{N}]+(?:(?<=\d)\.(?=\d)[\p{L}\p{N}]+)*/gu
const WORD_LENGTH_MAX = 40

export const wordsIn = (folded: string): string[] =>
  (folded.match(WORD) ?? []).map((word) => (word.length > WORD_LENGTH_MAX ? cut(word) : word))

/** Never splits a surrogate pair. */
const cut = (word: string): string => word.slice(0, WORD_LENGTH_MAX).replace(/[\uD800-\uDBFF]$/, '')

export const codeKey = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')

/** GTIN-8 to -14 are one number padded with zeros. */
export const gtinKey = (digits: string): string => digits.replace(/^0+/, '')

/** Code point order, as PostgreSQL's collation "C" over UTF-8. `<` compares surrogate halves beyond U+FFFF. */
export const compareText = (a: string, b: string): number => {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at += 1) {
    const x = a.charCodeAt(at)
    const y = b.charCodeAt(at)
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1
  }
  return a.length - b.length
}

const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff
