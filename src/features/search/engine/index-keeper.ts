import { SEARCH_FORMAT } from '#search/document.ts'
import type { IndexedProduct } from '#search/index/index-content.ts'
import { createProductIndex, type ProductIndex } from '#search/index/product-index.ts'
import { findAssortmentDownload } from '#src/store/products/assortment.ts'
import {
  clearIndex,
  hasChangedProducts,
  IndexDamaged,
  type IndexHead,
  readIndexChunks,
  readIndexHead,
  readIndexWords,
  takeChangedProducts,
  writeIndex,
} from '#src/store/products/index-parts.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** Keeps memory, stored index and products in step. One transaction per step: a closed tab leaves nothing half done. */
export type IndexKeeper = {
  index: () => ProductIndex
  /** Loads the stored index and adds changes, a thousand products at a time. */
  bringUpToDate: (onStep: () => void) => Promise<void>
  /** Whether it has had all products of the last whole download. Changes since may wait for the next step. */
  isComplete: () => Promise<boolean>
  /** Changes whenever `bringUpToDate` has something to do. */
  stamp: () => Promise<string>
}

/** The format of the chunks, in addition to search/'s own. */
const CHUNKS_FORMAT = 2
const FORMAT = `${SEARCH_FORMAT}.${CHUNKS_FORMAT}`
const STEP_PRODUCTS = 1000

export const createIndexKeeper = (database: UserDatabase): IndexKeeper => {
  let index = createProductIndex()
  let loaded: IndexHead | undefined
  let hasAll = false

  const forget = (): void => {
    index = createProductIndex()
    loaded = undefined
    hasAll = false
  }

  const isDownloaded = async (): Promise<boolean> => {
    const download = await findAssortmentDownload(database)
    return download !== undefined && download.after === undefined
  }

  const load = async (head: IndexHead): Promise<void> => {
    if (loaded?.making !== head.making) forget()
    const wordsFrom = loaded?.wordCount ?? 0
    const places = [...head.chunkVersions.keys()].filter(
      (place) => head.chunkVersions[place] !== loaded?.chunkVersions[place],
    )
    const words = await readIndexWords(database, { from: wordsFrom, count: head.wordCount })
    const chunks = await readIndexChunks(database, places)
    index.load({ words, chunks: new Map(chunks.map((chunk, at) => [places[at] ?? 0, chunk])) })
    loaded = head
  }

  const beginAnew = async (): Promise<IndexHead> => {
    forget()
    await clearIndex(database)
    return newHead()
  }

  const loadOrBeginAnew = async (head: IndexHead): Promise<IndexHead> => {
    try {
      await load(head)
      return head
    } catch (error) {
      if (!(error instanceof IndexDamaged)) throw error
      return await beginAnew()
    }
  }

  /** @returns false if nothing was left to do */
  const step = async (): Promise<boolean> => {
    const stored = await readIndexHead(database)
    const isLoaded = stored?.making === loaded?.making && stored?.version === loaded?.version
    const head =
      stored?.format !== FORMAT ? await beginAnew() : isLoaded ? stored : await loadOrBeginAnew(stored)
    const { changes, builtThrough } = await readChanges(database, head)
    if (changes.size === 0 && builtThrough === head.builtThrough) return false
    const chunks = index.apply(changes)
    const version = head.version + 1
    const chunkVersions = [...head.chunkVersions]
    for (const place of chunks.keys()) chunkVersions[place] = version
    const next = { ...head, version, chunkVersions, wordCount: index.words.length, builtThrough }
    await writeIndex(database, { head: next, chunks, words: index.words, wordsFrom: head.wordCount })
    loaded = next
    return true
  }

  return {
    index: () => index,
    bringUpToDate: async (onStep) => {
      const tables = [database.products, database.searchIndex]
      for (;;) {
        // Read before the step: a download that ends during it may have stored products after it.
        const downloaded = await isDownloaded()
        if (!downloaded) hasAll = false
        const more = await database.transaction('rw', tables, step).catch((error: unknown) => {
          // Memory may hold changes that were not stored.
          forget()
          throw error
        })
        if (!more && downloaded) hasAll = true
        onStep()
        if (!more) return
      }
    },
    isComplete: async () => hasAll && (await isDownloaded()),
    stamp: async () => {
      const head = await readIndexHead(database)
      return `${head?.making} ${head?.version} ${await hasChangedProducts(database)} ${await isDownloaded()}`
    },
  }
}

const newHead = (): IndexHead => ({
  format: FORMAT,
  making: `${Date.now()}-${Math.random()}`,
  version: 0,
  chunkVersions: [],
  wordCount: 0,
  builtThrough: '',
})

/** First all products by number, then changes noted since. */
async function readChanges(
  database: UserDatabase,
  head: IndexHead,
): Promise<{ changes: Map<string, IndexedProduct | undefined>; builtThrough: string | null }> {
  if (head.builtThrough !== null) {
    const products = await database.products
      .where('product_no')
      .above(head.builtThrough)
      .limit(STEP_PRODUCTS)
      .toArray()
    const last = products.length < STEP_PRODUCTS ? null : (products.at(-1)?.product_no ?? null)
    return {
      changes: new Map(products.map((product) => [product.product_no, product])),
      builtThrough: last,
    }
  }
  const product_nos = await takeChangedProducts(database, STEP_PRODUCTS)
  const products = await database.products.bulkGet(product_nos)
  return {
    changes: new Map(product_nos.map((product_no, at) => [product_no, products[at]])),
    builtThrough: null,
  }
}
