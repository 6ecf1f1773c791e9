import SearchableMap from 'minisearch/SearchableMap'
import { gradesOf } from '#search/match.ts'
import type { MistypedWord } from '#search/mistyped.ts'
import type { QueryWord, Reading } from '#search/query.ts'
import { editsAllowed, type TypoWords } from '#search/typos.ts'

/**
 * MiniSearch's radix tree, for prefix and fuzzy lookups; search/ ranks. Words are never removed, only skipped.
 */
export type WordList = ReturnType<typeof createWordList>

export const createWordList = () => {
  const tree = new SearchableMap<number>()
  const texts: string[] = []
  let uses = new Uint32Array(1024)

  const isUsed = (id: number): boolean => (uses[id] ?? 0) > 0

  const add = (text: string): number => {
    const known = tree.get(text)
    if (known !== undefined) return known
    const id = texts.length
    texts.push(text)
    tree.set(text, id)
    if (id >= uses.length) {
      const larger = new Uint32Array(uses.length * 2)
      larger.set(uses)
      uses = larger
    }
    return id
  }

  function* beginning(text: string): Generator<[word: string, id: number]> {
    for (const [word, id] of tree.atPrefix(text)) if (isUsed(id)) yield [word, id]
  }

  function* candidates({ text, forms, isWhole }: QueryWord): Generator<[word: string, id: number]> {
    if (isWhole !== true) yield* beginning(text)
    for (const form of isWhole ? [text, ...forms] : forms) {
      const id = tree.get(form)
      if (id !== undefined && isUsed(id)) yield [form, id]
    }
  }

  const sharingFirst = (typed: string): string[] => [...beginning(typed.charAt(0))].map(([word]) => word)

  /** Levenshtein counts a swap of two letters as two, typoOf as one. */
  const alike = (typed: string): string[] =>
    [...tree.fuzzyGet(typed, editsAllowed(typed) + 1)].flatMap(([word, [id]]) => (isUsed(id) ? [word] : []))

  return {
    texts: texts as readonly string[],
    add,
    find: (text: string): number | undefined => {
      const id = tree.get(text)
      return id !== undefined && isUsed(id) ? id : undefined
    },
    count: (id: number, times: 1 | -1): void => {
      uses[id] = (uses[id] ?? 0) + times
    },
    beginning,

    /** Matches without a typo. */
    meeting: (word: QueryWord): Set<number> => new Set([...candidates(word)].map(([, id]) => id)),

    /** Ids of all matching words, with their grades. */
    grades: (reading: Reading, typos: TypoWords | undefined): Map<number, number> => {
      const grades = new Map<number, number>()
      const grade = (word: string, id: number): void => {
        if (!grades.has(id)) grades.set(id, gradesOf(reading, typos, word))
      }
      for (const wanted of reading) {
        for (const [word, id] of candidates(wanted)) grade(word, id)
        for (const word of typos?.get(wanted.text)?.beginnings ?? []) {
          const id = tree.get(word)
          if (id !== undefined) grade(word, id)
        }
      }
      return grades
    },

    /** Candidates for a mistyped word; many will not fit. */
    near: ({ word: { text }, isMet }: MistypedWord): Set<string> =>
      // Scanning the whole tree takes most of a search's time, so skip it if the word matches.
      new Set([...sharingFirst(text), ...(isMet ? [] : alike(text))]),
  }
}
