import type { SearchDocument } from '#search/document.ts'
import { MARKS } from '#search/query.ts'
import type { WordList } from './word-list.ts'

export type IndexChunk = {
  product_nos: string[]
  /** One text for all slots plus offsets: separate texts cost twice the memory. */
  nameKeys: string
  nameKeyEnds: Uint32Array
  /** With their marks, each product's joined by blanks. */
  codes: string
  codeEnds: Uint32Array
  salesRanks: Int32Array
  nameLengths: Uint8Array
  /** Per slot, where its words of each kind end, in the order of WORD_KINDS. */
  ends: Uint32Array
  wordIds: Uint32Array
}

export const WORD_KINDS = { name: 0, other: 1, nameHead: 2, categoryHead: 3, filter: 4, brand: 5 } as const
export const ENDS_PER_SLOT = 6

/** A product's words as ids: the contents of one slot. */
export type IndexDocument = {
  product_no: string
  nameKey: string
  codes: string
  salesRank: number
  nameLength: number
  /** Words by kind: WORD_KINDS. */
  wordIds: readonly (readonly number[])[]
}

export const FREE_SLOT: IndexDocument = {
  product_no: '',
  nameKey: '',
  codes: '',
  salesRank: 0,
  nameLength: 0,
  wordIds: [[], [], [], [], [], []],
}

export const indexDocumentOf = (
  { product_no, salesRank, brand }: { product_no: string; salesRank: number; brand: string },
  { nameWords, otherWords, nameHeads, categoryHeads, markedWords, nameKey, nameLength }: SearchDocument,
  words: WordList,
): IndexDocument => {
  const isFilter = (word: string): boolean => word.startsWith(MARKS.filter)
  return {
    product_no,
    nameKey,
    codes: markedWords.filter((word) => !isFilter(word)).join(' '),
    salesRank,
    nameLength,
    wordIds: [
      nameWords.map(words.add),
      otherWords.map(words.add),
      nameHeads.map(words.add),
      categoryHeads.map(words.add),
      markedWords.filter(isFilter).map(words.add),
      brand === '' ? [] : [words.add(`${MARKS.brand}${brand}`)],
    ],
  }
}

/** `ends` holds the end offset of each text. */
const joined = (texts: readonly string[]): { text: string; ends: Uint32Array } => {
  let length = 0
  return {
    text: texts.join(''),
    ends: Uint32Array.from(texts, (text) => {
      length += text.length
      return length
    }),
  }
}

export const textAt = (text: string, ends: Uint32Array, slot: number): string =>
  text.slice(slot === 0 ? 0 : ends[slot - 1], ends[slot])

export const chunkOf = (documents: readonly IndexDocument[]): IndexChunk => {
  const ends = new Uint32Array(documents.length * ENDS_PER_SLOT)
  const wordIds: number[] = []
  for (const [slot, document] of documents.entries()) {
    for (const [kind, ids] of document.wordIds.entries()) {
      wordIds.push(...ids)
      ends[slot * ENDS_PER_SLOT + kind] = wordIds.length
    }
  }
  const nameKeys = joined(documents.map(({ nameKey }) => nameKey))
  const codes = joined(documents.map((document) => document.codes))
  return {
    product_nos: documents.map(({ product_no }) => product_no),
    nameKeys: nameKeys.text,
    nameKeyEnds: nameKeys.ends,
    codes: codes.text,
    codeEnds: codes.ends,
    salesRanks: Int32Array.from(documents, ({ salesRank }) => salesRank),
    nameLengths: Uint8Array.from(documents, ({ nameLength }) => nameLength),
    ends,
    wordIds: Uint32Array.from(wordIds),
  }
}

export const documentIn = (chunk: IndexChunk, slot: number): IndexDocument => {
  const end = (place: number): number => (place < 0 ? 0 : (chunk.ends[place] ?? 0))
  const idsOf = (kind: number): number[] => {
    const place = slot * ENDS_PER_SLOT + kind
    return [...chunk.wordIds.subarray(end(place - 1), end(place))]
  }
  return {
    product_no: chunk.product_nos[slot] ?? '',
    nameKey: textAt(chunk.nameKeys, chunk.nameKeyEnds, slot),
    codes: textAt(chunk.codes, chunk.codeEnds, slot),
    salesRank: chunk.salesRanks[slot] ?? 0,
    nameLength: chunk.nameLengths[slot] ?? 0,
    wordIds: Array.from({ length: ENDS_PER_SLOT }, (_, kind) => idsOf(kind)),
  }
}

export const isSameDocument = (a: IndexDocument, b: IndexDocument): boolean =>
  a.product_no === b.product_no &&
  a.nameKey === b.nameKey &&
  a.codes === b.codes &&
  a.salesRank === b.salesRank &&
  a.nameLength === b.nameLength &&
  a.wordIds.every((ids, kind) => {
    const others = b.wordIds[kind] ?? []
    return ids.length === others.length && ids.every((id, place) => id === others[place])
  })
