import type { UserDatabase } from './user-database.ts'

/**
 * The search index as it is kept: chunks of products, the words they are made of, and the numbers of products that have
 * changed since. Whoever writes products notes their numbers in the same transaction, so that the index can always be
 * brought up to date, by whichever tab comes first, and never has to be made anew.
 */

export type IndexChunk = {
  product_nos: string[]
  /** One text for all slots, and where each slot's ends: a text of its own for each costs twice the memory. */
  nameKeys: string
  nameKeyEnds: Uint32Array
  /** Codes with their marks, each product's joined by blanks. */
  codes: string
  codeEnds: Uint32Array
  salesRanks: Int32Array
  nameLengths: Uint8Array
  /** Of each slot: where its words of each kind end, in the order of WORD_KINDS. */
  ends: Uint32Array
  wordIds: Uint32Array
}

/** A slot's words, as domain/search's document has them; filters are among its marked words. */
export const WORD_KINDS = { name: 0, other: 1, nameHead: 2, categoryHead: 3, filter: 4 } as const
export const ENDS_PER_SLOT = 5

export type IndexHead = {
  /** Of domain/search and of these chunks: another one, and the index is made anew. */
  format: string
  /** Which making anew this is: chunks of another have nothing to do with it. */
  making: string
  /** Which writing last changed each chunk. */
  chunkVersions: number[]
  version: number
  wordCount: number
  /** Up to which product number it has come while it is being made of what is there; null: to the end. */
  builtThrough: string | null
}

/** A part is missing that the head speaks of: the index has to be made anew. */
export class IndexDamaged extends Error {
  constructor(part: string) {
    super(`The search index lacks ${part}`)
    this.name = 'IndexDamaged'
  }
}

const HEAD = 'head'
const CHANGED = 'changed:'
const WORDS_PER_PART = 4096
const chunkName = (place: number): string => `chunk:${place}`
const wordsName = (place: number): string => `words:${place}`

export const readIndexHead = async (database: UserDatabase): Promise<IndexHead | undefined> =>
  (await database.searchIndex.get(HEAD))?.value as IndexHead | undefined

export const readIndexChunks = async (database: UserDatabase, places: number[]): Promise<IndexChunk[]> => {
  const parts = await database.searchIndex.bulkGet(places.map(chunkName))
  return parts.map((part, index) => {
    if (part === undefined) throw new IndexDamaged(`chunk ${places[index]}`)
    return part.value as IndexChunk
  })
}

export const readIndexWords = async (
  database: UserDatabase,
  { from, count }: { from: number; count: number },
): Promise<string[]> => {
  const first = Math.floor(from / WORDS_PER_PART)
  const names = Array.from({ length: Math.ceil(count / WORDS_PER_PART) - first }, (_, place) =>
    wordsName(first + place),
  )
  const parts = await database.searchIndex.bulkGet(names)
  const words = parts.flatMap((part) => (part?.value ?? []) as string[])
  const wanted = words.slice(from - first * WORDS_PER_PART, count - first * WORDS_PER_PART)
  if (wanted.length !== count - from) throw new IndexDamaged('words')
  return wanted
}

/** To be called in the transaction that read the head. Words are only ever added. */
export const writeIndex = async (
  database: UserDatabase,
  parts: { head: IndexHead; chunks: Map<number, IndexChunk>; words: readonly string[]; wordsFrom: number },
): Promise<void> => {
  const { head, chunks, words, wordsFrom } = parts
  const rows: { name: string; value: unknown }[] = [{ name: HEAD, value: head }]
  for (const [place, chunk] of chunks) rows.push({ name: chunkName(place), value: chunk })
  if (words.length > wordsFrom) {
    for (
      let place = Math.floor(wordsFrom / WORDS_PER_PART);
      place * WORDS_PER_PART < words.length;
      place += 1
    )
      rows.push({
        name: wordsName(place),
        value: words.slice(place * WORDS_PER_PART, (place + 1) * WORDS_PER_PART),
      })
  }
  await database.searchIndex.bulkPut(rows)
}

export const noteChangedProducts = async (
  database: UserDatabase,
  product_nos: readonly string[],
): Promise<void> => {
  if (product_nos.length === 0) return
  const [first = ''] = product_nos
  await database.searchIndex.put({
    name: `${CHANGED}${first}:${product_nos.length}:${Math.random()}`,
    value: product_nos,
  })
}

/** Notes of changes, the oldest names first, until `most` products are together; takes them away. */
export const takeChangedProducts = async (database: UserDatabase, most: number): Promise<string[]> => {
  const names: string[] = []
  const taken: string[] = []
  await database.searchIndex
    .where('name')
    .startsWith(CHANGED)
    .until(() => taken.length >= most)
    .each(({ name, value }) => {
      names.push(name)
      taken.push(...(value as string[]))
    })
  await database.searchIndex.bulkDelete(names)
  return [...new Set(taken)]
}

export const hasChangedProducts = async (database: UserDatabase): Promise<boolean> =>
  (await database.searchIndex.where('name').startsWith(CHANGED).limit(1).count()) > 0

/** Everything, notes of changes included: what is made next is made of the products as they are. */
export const clearIndex = (database: UserDatabase): Promise<void> => database.searchIndex.clear()
