import type { SalesUnit } from '#domain/product.ts'

/** One line of an order as a kitchen writes it: "2 x mayo", "box limes", "3kg mince", "usual milk". */
export type SaidLine = {
  /** As written. */
  text: string
  /** The goods, for a search. */
  words: string
  /** Undefined where none is written, as in "limes". */
  count?: number
  /** "Half a dozen" counts pieces, of which a product may hold several. */
  isPieces?: true
  /** "Half a case", or a number that is not whole. */
  isPart?: true
  /** How the goods are wrapped, where that tells a case from a single. */
  unit?: SalesUnit
  /** "3kg mince", "2x5kg onions": how much of it, or how much in each. */
  size?: Measure
  /** Asks for the product and quantity that the customer usually orders. */
  isUsual?: true
  /** "Lemons and limes" may be one product or two, and "cream, double" one or two: the product list tells. */
  parts?: SaidLine[]
}

export type Measure = { amount: number; measure: 'g' | 'ml' }

/** @param text one line, without greetings and thanks */
export const saidLineOf = (text: string): SaidLine => {
  const usual = USUAL.exec(text)
  const plain = usual ? `${text.slice(0, usual.index)} ${text.slice(usual.index + usual[0].length)}` : text
  for (const { pattern, count, unit, size, words } of FORMS) {
    const groups = pattern.exec(plain.trim())
    const goods = groups?.[words]?.trim()
    if (!groups || goods === undefined || !HAS_LETTER.test(goods)) continue
    return {
      text,
      ...wordsAndSize(goods, size === undefined ? undefined : groups[size]),
      ...countOf(count === undefined ? undefined : groups[count]),
      ...unitOf(unit === undefined ? undefined : groups[unit]),
      ...(count === undefined && unit !== undefined && groups[unit] ? { count: 1 } : {}),
      ...(usual ? { isUsual: true as const } : {}),
    }
  }
  return { text, words: plain.trim(), ...(usual ? { isUsual: true as const } : {}) }
}

/** True for "2", "x 6", "- 3 cases", which count the goods beside them. */
export const isCountAlone = (text: string): boolean => COUNT_ALONE.test(text.trim())

/** True if a new line begins: "3 ketchup", "a box of limes", "usual milk". */
export const beginsLine = (text: string): boolean => BEGINNING.test(text.trim())

/** True if the line says how many, or that it is the usual. */
export const isCounted = (text: string): boolean => {
  const { count, size, isUsual } = saidLineOf(text)
  return count !== undefined || size !== undefined || isUsual === true
}

/** "2 brie 3 camembert" and "brie 2 camembert 3" hold two lines each. @returns where each but the first begins */
export const breaksOf = (text: string): number[] => {
  const counts = [...text.matchAll(COUNT_WITHIN)].filter(({ index, 0: count }) => {
    const [before, after] = [text.slice(0, index), text.slice(index + count.length)]
    return !(/\d/.test(count) && MEASURE_NEXT.test(after)) && !/[\d.,/x×*]\s*$/i.test(before)
  })
  if (counts.length < 2) return []
  const [first] = counts
  const isLeading = first !== undefined && !HAS_LETTER.test(text.slice(0, first.index))
  if (isLeading)
    return counts.slice(1).flatMap(({ index, 0: count }, at) => {
      const before = text.slice((counts[at]?.index ?? 0) + (counts[at]?.[0].length ?? 0), index)
      return HAS_GOODS.test(before) && HAS_GOODS.test(text.slice(index + count.length)) ? [index] : []
    })
  const ends = counts.map(({ index, 0: count }) => {
    const end = index + count.length
    return end + (UNIT_NEXT.exec(text.slice(end))?.[0].length ?? 0)
  })
  return HAS_LETTER.test(text.slice(ends.at(-1))) ? [] : ends.slice(0, -1)
}

const CASES = 'cases?|cs|ctns?|cartons?|box(?:es)?|bx|trays?|crates?|outers?'
const SINGLES = 'each|ea|singles?|bottles?|btls?|tins?|cans?|jars?|pots?|packs?|packets?|pkts?|pcs?|pieces?'
const NEUTRAL = 'bags?|sacks?|drums?|tubs?|buckets?|no(?!\\s+(?:added|salt|sugar))|off'
/** These are goods of their own without "of": loaves, rolls. */
const OF_ONLY = 'lo(?:af|aves)|rolls?|bunch(?:es)?|heads?|wheels?|blocks?|slabs?|punnets?|nets?|sheets?|lots?'
const UNIT = `(${CASES}|${SINGLES}|${NEUTRAL})\\b(?!\\s*(?:foil|openers?|liners?)\\b)\\.?(?:\\s+of\\b)?`
const UNIT_OF = `(${OF_ONLY})\\s+of\\b`
/** A number before "no" or "off" counts; without one "no salt" and "off cuts" are words. */
const BARE_UNIT = `((?:${CASES}|bags?|sacks?|drums?|tubs?|buckets?)\\b(?!\\s*(?:foil|openers?|liners?)\\b)(?:\\s+of\\b)?|(?:${SINGLES})\\s+of\\b)`

const WORDS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
}
const NAMED = 'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty'
const DIGITS = '\\d{1,3}(?:[.,]\\d+)?(?![\\d/.])'
const PART = '\\d+\\s?/\\s?\\d+|\\d*\\s?[½¼¾]|half(?:\\s+an?)?(?!\\s+(?:fat|and|n)\\b)'
const DOZEN = `(?:half\\s+(?:a\\s+)?|1/2\\s+|½\\s+|(?:a|${NAMED}|\\d{1,2})\\s+)?(?:dozen|doz|dz)(?:\\s+of)?`
const COUPLE = '(?:a\\s+)?(?:couple|pair)(?:\\s+of)?'
const COUNT = `(${DOZEN}|${COUPLE}|${PART}|${DIGITS}|(?:${NAMED}|an?)(?=\\s))`
/** Not beside goods: "a" and "an" at an end count nothing. */
const COUNT_END = `(${DOZEN}|${PART}|\\d{1,2}(?:[.,]5)?|${NAMED})`

const MEASURES: Record<string, Measure> = {
  kg: { amount: 1000, measure: 'g' },
  g: { amount: 1, measure: 'g' },
  lb: { amount: 454, measure: 'g' },
  l: { amount: 1000, measure: 'ml' },
  ml: { amount: 1, measure: 'ml' },
  cl: { amount: 10, measure: 'ml' },
  pt: { amount: 568, measure: 'ml' },
}
const SPELT: [spelling: RegExp, unit: string][] = [
  [/^k(?:g|gs|ilos?|ilograms?)?$/i, 'kg'],
  [/^g(?:r|rams?|ms?)?$/i, 'g'],
  [/^lbs?$/i, 'lb'],
  [/^l(?:t|ts|trs?|itres?|iters?)?$/i, 'l'],
  [/^mls?$/i, 'ml'],
  [/^cls?$/i, 'cl'],
  [/^p(?:ts?|ints?)$/i, 'pt'],
]
const MEASURE =
  '(?:kgs?|kilos?|kilograms?|grams?|gms?|g|lbs?|litres?|liters?|ltrs?|lts?|l|mls?|cls?|pints?|pts?)'
const SIZE = `(\\d+(?:[.,]\\d+)?\\s?${MEASURE})\\b`
const X = '\\s*[x×*]\\s*'
/** After a number these tell a size, not how many: "12 inch", "450 mm". */
const NOT_SIZED = `(?!\\s?(?:${MEASURE}|oz|mm|cm|in|inch|inches|ply|%|"|”)(?![a-z]))`
const MEASURE_NEXT = new RegExp(`^\\s?(?:${MEASURE}|oz|mm|cm|in|inch|inches|ply|pc|"|”|%)(?![a-z])`, 'i')
const BETWEEN = '\\s*(?:[-–—:=(,]+\\s*|\\s(?=\\S))(?:qty:?\\s*)?'

const form = (pattern: string) => new RegExp(`^${pattern}$`, 'iu')

type Form = { pattern: RegExp; words: number; count?: number; unit?: number; size?: number }

/** The first that fits counts. */
const FORMS: readonly Form[] = [
  // 2 x 5kg onions, 2 5kg onions
  { pattern: form(`${COUNT}(?:${X}|\\s+)${SIZE}\\s+(?:of\\s+)?(.+)`), count: 1, size: 2, words: 3 },
  // 5kg x 2 onions
  { pattern: form(`${SIZE}${X}(\\d{1,3})\\s+(.+)`), size: 1, count: 2, words: 3 },
  // onions 2 x 5kg
  { pattern: form(`(.+?)${BETWEEN}(\\d{1,3})${X}${SIZE}`), words: 1, count: 2, size: 3 },
  // onions 5kg x 2
  { pattern: form(`(.+?)\\s+${SIZE}(?:${X}|${BETWEEN})(\\d{1,3})`), words: 1, size: 2, count: 3 },
  // 2 cases of mayo, 6no rolls, a bunch of mint, 2 x mayo
  { pattern: form(`${COUNT}${NOT_SIZED}(?:${X})?\\s*${UNIT}\\s+(.+)`), count: 1, unit: 2, words: 3 },
  { pattern: form(`${COUNT}${NOT_SIZED}(?:${X})?\\s*${UNIT_OF}\\s+(.+)`), count: 1, unit: 2, words: 3 },
  { pattern: form(`${COUNT}${NOT_SIZED}(?:${X}|\\s+)(.+)`), count: 1, words: 2 },
  // mayo x2, mayo - 2, mayo 2 cases, lager 2 x case
  { pattern: form(`(.+?)${X}(\\d{1,3})\\)?\\s*(?:${UNIT})?`), words: 1, count: 2, unit: 3 },
  { pattern: form(`(.+?)${BETWEEN}${COUNT_END}\\)?(?:${X})?\\s*(?:${UNIT})?`), words: 1, count: 2, unit: 3 },
  { pattern: form(`(.+?)${BETWEEN}(?:an?\\s+)(${CASES}|${SINGLES}|bag|sack)`), words: 1, unit: 2 },
  // 3kg mince, mince 3kg
  { pattern: form(`${SIZE}\\s+(?:of\\s+)?(.+)`), size: 1, words: 2 },
  { pattern: form(`(.+?)${BETWEEN}${SIZE}\\)?`), words: 1, size: 2 },
  // box limes, box of limes, tin of tomatoes
  { pattern: form(`${BARE_UNIT}\\s+(.+)`), unit: 1, words: 2 },
]

const USUAL =
  /(?<![\p{L}])(?:as usual|as normal|(?:the |my |our )?(?:usual|normal|regular)(?: amount of)?|\(usual\))(?![\p{L}])/iu
const HAS_LETTER = /\p{L}/u
const COUNT_ALONE = new RegExp(
  `^[-–:=(x×*]*\\s*${COUNT_END}\\)?(?:${X})?\\s*(?:${UNIT})?$|^${SIZE}$|^x\\s*\\d{1,3}$`,
  'iu',
)
const BEGINNING = new RegExp(
  `^(?:(?:the|some|my|our|another|maybe)\\s+)?(?:${COUNT}|${SIZE}|${BARE_UNIT}\\s|usual\\b|normal\\b|no\\s|some\\s|x\\d)`,
  'iu',
)
const COUNT_WITHIN = new RegExp(
  `(?<![\\p{L}\\p{N}.,/%])(?:x\\s?\\d{1,3}|\\d{1,3}\\s?x|\\d{1,3}|(?:${NAMED})|an?(?=\\s+(?:${CASES}|${NEUTRAL}|${SINGLES}|${OF_ONLY}|couple|dozen)\\b))(?![\\p{L}\\p{N}.,/%])`,
  'giu',
)
const UNIT_NEXT = new RegExp(`^\\s*(?:${UNIT})(?=\\s|$)`, 'iu')
const HAS_GOODS = new RegExp(`(?!(?:${CASES}|${SINGLES}|${NEUTRAL}|of|x)\\b)\\b\\p{L}{2,}`, 'iu')

const countOf = (said: string | undefined): Pick<SaidLine, 'count' | 'isPieces' | 'isPart'> => {
  if (said === undefined) return {}
  const text = said
    .toLowerCase()
    .replace(/\s+of$/, '')
    .trim()
  if (/(?:dozen|doz|dz)$/.test(text)) {
    const many = text.replace(/\s*(?:dozen|doz|dz)$/, '')
    return {
      count: Math.round(12 * (/half|1\/2|½/.test(many) ? 0.5 : many === '' ? 1 : numberOf(many))),
      isPieces: true,
    }
  }
  if (/couple|pair/.test(text)) return { count: 2 }
  const count = numberOf(text)
  return Number.isInteger(count) ? { count } : { count, isPart: true }
}

const numberOf = (text: string): number => {
  if (text.startsWith('half')) return 0.5
  const sign = /[½¼¾]/.exec(text)
  if (sign) return Number(text.slice(0, sign.index) || 0) + (SIGNS[sign[0]] ?? 0)
  const [over, under] = text.split('/').map(Number)
  if (over !== undefined && under !== undefined && under > 0) return over / under
  return WORDS[text] ?? Number(text.replace(',', '.'))
}
const SIGNS: Record<string, number> = { '½': 0.5, '¼': 0.25, '¾': 0.75 }

const IS_CASE = form(CASES)
const IS_SINGLE = form(SINGLES)
const unitOf = (said: string | undefined): Pick<SaidLine, 'unit'> => {
  const wrapped = said?.replace(/\s+of$/i, '') ?? ''
  return IS_CASE.test(wrapped) ? { unit: 'case' } : IS_SINGLE.test(wrapped) ? { unit: 'each' } : {}
}

/** The size stays among the words: products of that size are found first. */
const wordsAndSize = (goods: string, said: string | undefined): Pick<SaidLine, 'words' | 'size'> => {
  if (said === undefined) return { words: goods }
  const [, number = '', spelling = ''] = /^([\d.,]+)\s?(.*)$/.exec(said) ?? []
  const measure = MEASURES[SPELT.find(([pattern]) => pattern.test(spelling))?.[1] ?? '']
  if (!measure) return { words: `${said} ${goods}` }
  return {
    words: `${said} ${goods}`,
    size: { ...measure, amount: Number(number.replace(',', '.')) * measure.amount },
  }
}
