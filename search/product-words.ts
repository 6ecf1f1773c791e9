import { foldText, joinMeasures, wordsIn } from '#domain/folded-text.ts'

/** Every way to begin typing a product. Queries are read plainly (query.ts): the work is done once, when indexing. */
export const productWordsOf = (text: string): string[] => {
  const folded = foldText(text)
  const measured = joinMeasures(folded)
  const plain = wordsIn(folded)
  return [
    ...new Set([
      ...wordsIn(measured).flatMap(withMeasures),
      // "2.5", "kg": typed on the way to "2.5 kg".
      ...plain.flatMap(withPieces),
      ...joinedCompounds(folded),
      ...joinedNeighbours(plain),
    ]),
  ]
}

const MEASURE = /^((?:\d+x)*)(\d+(?:\.\d+)?)(\p{L}*)$/u

/** "6x2.5kg" is also "6pk", "2.5kg" and "2500g", "750ml" also "75cl" and "0.75l", and "10x100" also "100pk" and "1000pk". */
function withMeasures(word: string): string[] {
  const [, times = '', number, unit] = MEASURE.exec(word) ?? []
  if (number === undefined || unit === undefined) return [word]
  const counts = times.split('x').filter((count) => count !== '')
  if (unit !== '')
    return [word, `${number}${unit}`, ...equalMeasures(Number(number), unit), ...counts.map(pack)]
  // A plain number may count pieces: "12 eggs".
  if (!/^\d{1,4}$/.test(number) || Number(number) < 2) return [word, ...counts.map(pack)]
  const all = [...counts, number].reduce((product, count) => product * Number(count), 1)
  return [word, ...[...counts, number, all].map(pack)]
}

const pack = (count: string | number): string => `${count}pk`

type Unit = { unit: string; size: number }
/** Sizes in grams, or in millilitres. */
const METRIC: Unit[][] = [
  [
    { unit: 'kg', size: 1000 },
    { unit: 'g', size: 1 },
  ],
  [
    { unit: 'l', size: 1000 },
    { unit: 'cl', size: 10 },
    { unit: 'ml', size: 1 },
  ],
]
const IMPERIAL: Unit[][] = [
  [
    { unit: 'lb', size: 453.592 },
    { unit: 'oz', size: 28.3495 },
  ],
  [
    { unit: 'gal', size: 4546.09 },
    { unit: 'pt', size: 568.261 },
  ],
]
/** Packs are labelled 227 g for 8 oz and 2.27 l for 4 pt. */
const ROUNDED_BY = 0.003
/** 28 g for an ounce. */
const ROUNDED_TO = 0.5

function equalMeasures(number: number, unit: string): string[] {
  const place = METRIC.findIndex((units, kind) =>
    [...units, ...(IMPERIAL[kind] ?? [])].some((one) => one.unit === unit),
  )
  const [metric = [], imperial = []] = [METRIC[place], IMPERIAL[place]]
  const size = [...metric, ...imperial].find((one) => one.unit === unit)?.size ?? 1
  const amount = Math.round(number * size)
  return [
    ...metric
      // Nobody says 0.04 l.
      .filter((one) => amount * 10 >= one.size && amount >= 1)
      .map((one) => `${amount / one.size}${one.unit}`),
    ...imperial.flatMap((one) => {
      const whole = Math.round((number * size) / one.size)
      const isNear =
        Math.abs(whole * one.size - number * size) <= Math.max(ROUNDED_TO, ROUNDED_BY * number * size)
      return whole >= 1 && whole <= IMPERIAL_AT_MOST && isNear ? [`${whole}${one.unit}`] : []
    }),
  ]
}

/** Beyond it, nearly every metric size is about a whole number. */
const IMPERIAL_AT_MOST = 16

/** "7up" is also "7" and "up". */
function withPieces(word: string): string[] {
  const pieces = /^(?:(\d+)(\p{L}{2,})|(\p{L}{2,})(\d+))$/u.exec(word)
  return pieces === null ? [word] : [word, ...pieces.slice(1).filter((piece) => piece !== undefined)]
}

const COMPOUND = /[\p{L}\p{N}]+(?:[-‐.&/][\p{L}\p{N}]+)+/gu
const COMPOUND_LENGTH_MAX = 30

/** "coca-cola" is also "cocacola", "m&m" is "mm". */
function joinedCompounds(folded: string): string[] {
  return (folded.match(COMPOUND) ?? [])
    .filter((compound) => !/\d[./-]\d/.test(compound))
    .map((compound) => compound.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((joined) => joined.length <= COMPOUND_LENGTH_MAX)
}

/** "7 up" is also "7up", "b 12" is "b12". */
function joinedNeighbours(words: string[]): string[] {
  return words.flatMap((word, place) => {
    const next = words[place + 1]
    if (next === undefined) return []
    const mixed = (/^\d{1,3}$/.test(word) && isShort(next)) || (isShort(word) && /^\d{1,3}$/.test(next))
    return mixed ? [`${word}${next}`] : []
  })
}

const isShort = (word: string): boolean => /^\p{L}{1,3}$/u.test(word)
