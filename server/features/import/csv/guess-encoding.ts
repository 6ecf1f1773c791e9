import iconv from 'iconv-lite'

/**
 * Tells the one-byte encodings of British programs apart by the letters and signs that each makes of the bytes. Detectors
 * from the registry know no DOS code page and take one for Windows-1252, which imports wrong letters.
 */
export type GuessedEncoding = (typeof CANDIDATES)[number]['encoding']

/** The likelier first, for ties. `penalty` is of each sign, since a Mac's own encoding is rare but makes letters of most bytes. */
const CANDIDATES = [
  { encoding: 'windows-1252', family: 'windows', penalty: 0 },
  { encoding: 'cp850', family: 'dos', penalty: 0 },
  { encoding: 'cp437', family: 'dos', penalty: 0 },
  { encoding: 'macintosh', family: 'mac', penalty: 0.25 },
] as const

/** @param text lines with bytes beyond ASCII */
export const guessEncoding = (text: Buffer): { encoding: GuessedEncoding; isSure: boolean } => {
  const scored = CANDIDATES.map((candidate) => {
    const read = iconv.decode(text, candidate.encoding)
    return { ...candidate, read, score: scoreOf(read, candidate.penalty), rival: scoreOf(read, 0) }
  })
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  // Rivals count without their penalty. The two code pages of DOS share the letters and signs of English and French.
  const others = scored.filter(({ family, read }) => family !== best.family && read !== best.read)
  return { encoding: best.encoding, isSure: others.every(({ rival }) => rival < best.score) }
}

const scoreOf = (text: string, penalty: number): number => {
  let score = 0
  for (const { 0: sign, index } of text.matchAll(BEYOND_ASCII))
    score += likelihoodOf(sign, text[index - 1] ?? ' ', text[index + 1] ?? ' ') - penalty
  return score
}

const BEYOND_ASCII = /[^\0-\x7f]/g
const LETTER = /\p{L}/u
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u

/** Each sign, with the characters that usually come before and after it. */
const SIGNS: { sign: RegExp; before: RegExp; after: RegExp }[] = [
  { sign: /[£€]/, before: /[^\p{L}\d]/u, after: /[\d. ]/ },
  { sign: /[’‘]/, before: /[\p{L}\s("]/u, after: /[\p{L}\s,.;)"]/u },
  { sign: /[“”]/, before: /./s, after: /./s },
  { sign: /[–—]/, before: /[\s\d\p{L}]/u, after: /[\s\d\p{L}]/u },
  { sign: /[½¼¾]/, before: /[\s\d"(,;|\t]/, after: /./s },
  { sign: /[°º]/, before: /[\d\s]/, after: /[\sCcFf,;.%)"]/ },
  { sign: /[×]/, before: /[\d\s]/, after: /[\d\s]/ },
  { sign: /…/, before: /[\p{L}\d]/u, after: /./s },
  { sign: /[®™©•·\u00a0]/, before: /./s, after: /./s },
]

/** A letter among letters of its case is likely; an unknown sign, or a letter at a number, is not. */
const likelihoodOf = (sign: string, before: string, after: string): number => {
  if (LETTER.test(sign)) {
    if (/[ºªƒı]/.test(sign) || /\d/.test(before) || /\d/.test(after)) return -1
    if (LOWER.test(sign) && UPPER.test(after)) return -1
    if (LOWER.test(sign)) return LETTER.test(before) || LETTER.test(after) ? 1 : -0.5
    if (LOWER.test(before)) return -1
    return UPPER.test(before) || UPPER.test(after) || (!LETTER.test(before) && LETTER.test(after))
      ? 0.8
      : -0.5
  }
  const known = SIGNS.find((each) => each.sign.test(sign))
  if (known === undefined) return -2
  return known.before.test(before) && known.after.test(after) ? 0.9 : -1
}
