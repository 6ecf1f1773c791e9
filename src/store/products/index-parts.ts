import type { IndexChunk } from '#search/index/index-chunk.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** Product writes note changed numbers in the same transaction, so that any tab can update the index, not rebuild it. */

export type IndexHead = {
  /** Format of search/ and of these chunks; another one means a rebuild. */
  format: string
  /** Identifies the rebuild that chunks belong to. */
  making: string
  chunkVersions: number[]
  version: number
  wordCount: number
  /** The last product number indexed by a running rebuild; null: complete. */
  builtThrough: string | null
}

/** The head refers to a missing part: rebuild the index. */
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

/** Call inside the transaction that read the head. Words are only ever added. */
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

/** Removes and returns the oldest notes, until they name `most` products. */
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

/** Drops notes of changes too, since a rebuild reads the products as they are. */
export const clearIndex = (database: UserDatabase): Promise<void> => database.searchIndex.clear()
