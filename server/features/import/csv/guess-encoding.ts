import iconv from 'iconv-lite'

/**
 * Tells the one-byte encodings of British programs apart by the letters and signs that each makes of the bytes. Detectors
 * from the registry know no DOS code page and take one for Windows-1252, which imports wrong letters.
 */
export type GuessedEncoding = (typeof CANDIDATES)[number]

/** The likelier first, for ties. */
const CANDIDATES = ['windows-1252', 'cp850', 'cp437'] as const

/** @param text lines with bytes beyond ASCII */
export const guessEncoding = (text: Buffer): { encoding: GuessedEncoding; isSure: boolean } => {
  const scored = CANDIDATES.map((encoding) => ({ encoding, score: scoreOf(iconv.decode(text, encoding)) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  // The two code pages share the letters and signs of English and French.
  const isDos = best.encoding !== 'windows-1252'
  const others = scored.filter(({ encoding }) => (encoding !== 'windows-1252') !== isDos)
  return { encoding: best.encoding, isSure: others.every(({ score }) => score < best.score) }
}

const scoreOf = (text: string): number => {
  let score = 0
  for (const { 0: sign, index } of text.matchAll(BEYOND_ASCII))
    score += likelihoodOf(sign, text[index - 1] ?? ' ', text[index + 1] ?? ' ')
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
  { sign: /[®™©…•·\u00a0]/, before: /./s, after: /./s },
]

/** A letter among letters of its case is likely; an unknown sign, or a letter at a number, is not. */
const likelihoodOf = (sign: string, before: string, after: string): number => {
  if (LETTER.test(sign)) {
    if (/[ºªƒ]/.test(sign) || /\d/.test(before) || /\d/.test(after)) return -1
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
