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

const MEASURE = /^(?:\d+x)*(\d+(?:\.\d+)?)(kg|g|l|cl|ml)$/
/** Sizes in grams, or in millilitres. */
const UNITS_OF: Record<string, { unit: string; size: number }[]> = {
  g: [
    { unit: 'kg', size: 1000 },
    { unit: 'g', size: 1 },
  ],
  ml: [
    { unit: 'l', size: 1000 },
    { unit: 'cl', size: 10 },
    { unit: 'ml', size: 1 },
  ],
}
const SMALLEST: Record<string, 'g' | 'ml'> = { kg: 'g', g: 'g', l: 'ml', cl: 'ml', ml: 'ml' }

/** "6x2.5kg" is also "2.5kg" and "2500g"; "750ml" is "75cl" and "0.75l". */
function withMeasures(word: string): string[] {
  const [, number, unit] = MEASURE.exec(word) ?? []
  if (number === undefined || unit === undefined) return [word]
  const kinds = UNITS_OF[SMALLEST[unit] ?? ''] ?? []
  const size = kinds.find((kind) => kind.unit === unit)?.size ?? 1
  const amount = Math.round(Number(number) * size)
  const same = kinds
    // Nobody says 0.04 l.
    .filter((kind) => amount * 10 >= kind.size && amount >= 1)
    .map((kind) => `${amount / kind.size}${kind.unit}`)
  return [word, `${number}${unit}`, ...same]
}

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
