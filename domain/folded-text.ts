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
/** Two apostrophes are as common as the sign itself. */
const INCH_SIGN = /(\d)\s?(?:["”“″]|['’′]{2})/g
const FRACTIONS: Record<string, string> = { '¼': '.25', '½': '.5', '¾': '.75' }

/** Removes case, accents, apostrophes and trade marks. Idempotent. */
export const foldText = (text: string): string =>
  text
    .replace(/(\d?)\s?([¼½¾])/g, (_, whole: string, part: string) => `${whole || ' 0'}${FRACTIONS[part]}`)
    .replace(INCH_SIGN, '$1 inch ')
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
  ['l', 'l|lts?|ltrs?|litres?|liters?'],
  ['oz', '(?:fl\\.?\\s*)?(?:oz|ozs|onz|ounces?)'],
  ['lb', 'lbs?'],
  ['pt', 'pts?|pints?'],
  ['gal', 'gals?|gallons?'],
  ['pk', '(?:per\\s+)?(?:pks?|packs?|pkts?|packets?)|pieces?|pcs?|count|ct'],
  // No length in "3 in 1" and "omega 3 in oil".
  ['inch', 'inch|inches|(?<=\\d)in|in(?=\\s*(?:$|[^\\p{L}\\p{N}\\s]))'],
]
export const MEASURE_UNITS = UNITS.map(([unit]) => unit)
const SPELLINGS = UNITS.map(([, spellings]) => spellings).join('|')
const UNIT_OF = UNITS.map(([unit, spellings]) => [unit, new RegExp(`^(?:${spellings})$`, 'u')] as const)
const unitOf = (spelling: string): string =>
  UNIT_OF.find(([, pattern]) => pattern.test(spelling))?.[0] ?? spelling

const THOUSANDS = /(\d),(?=\d{3}(?!\d))/g
const DECIMAL_COMMA = new RegExp(`(\\d),(?=\\d{1,2}\\s*(?:${SPELLINGS})(?![\\p{L}\\p{N}]))`, 'gu')
const TIMES = /(\d)\s*[x×✕*]\s*(?=\d)/g
const MEASURE = new RegExp(`(\\d)\\s*(${SPELLINGS})(?![\\p{L}\\p{N}])`, 'gu')

/** "1/2 dozen", "half a dozen", "2 doz" */
const DOZENS =
  /(?:(?<![\p{L}\p{N}./])(\d+(?:\.\d+)?|1\/2|half(?:\s+a)?|a)\s*)?(?<!\p{L})(?:dozens?|doz|dz)(?![\p{L}\p{N}])/gu
/** "500ml x 8" is "8x500ml". */
const TURNED_TIMES = new RegExp(
  `(?<![\\p{L}\\p{N}.])(\\d+(?:\\.\\d+)?(?:${MEASURE_UNITS.join('|')}))\\s*[x×✕*]\\s*(\\d+)(?![\\p{L}\\p{N}.])`,
  'gu',
)
/** "pack of 12", "x12", "12x", "12s": how many are in a pack. Not "7 x large", which is a size of its own. */
const COUNTS = [
  /(?<![\p{L}\p{N}])(?:packs?|pks?|cases?|box(?:es)?|trays?|cartons?|ctns?|bags?|sets?|multipacks?)\s+of\s+(\d+)(?![\p{L}\p{N}.])/gu,
  /(?<![\p{L}\p{N}])[x×✕*]\s*(\d+)(?![\p{L}\p{N}.])/gu,
  /(?<![\p{L}\p{N}.])(\d+)(?:s|\s*[x×✕*](?!\s*(?:large|l)(?![\p{L}\p{N}])))(?![\p{L}\p{N}])/gu,
]

/** Every way of writing a measure becomes one: "6 × 2,5 Kilos" is "6x2.5kg", "half a dozen" and "pack of 6" are "6pk". */
export const joinMeasures = (folded: string): string =>
  COUNTS.reduce(
    (text, count) => text.replace(count, '$1pk'),
    folded
      .replace(THOUSANDS, '$1')
      .replace(DECIMAL_COMMA, '$1.')
      .replace(TIMES, '$1x')
      .replace(DOZENS, (_, many: string | undefined) => `${dozens(many) * 12}pk`)
      .replace(MEASURE, (_, digit: string, spelling: string) => `${digit}${unitOf(spelling)}`)
      .replace(TURNED_TIMES, '$2x$1'),
  )

const dozens = (many = 'a'): number => (many === 'a' ? 1 : /^\d+(?:\.\d+)?$/.test(many) ? Number(many) : 0.5)

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
