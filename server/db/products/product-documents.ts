import { SEARCH_FORMAT, type SearchDocument, searchDocumentOf } from '#search/document.ts'
import { MARKS } from '#search/query.ts'
import type { Searchable } from '#search/searchable.ts'
import type { Database } from '#server/db/database.ts'
import { statement } from '#server/db/statement.ts'
import type { Connection } from '#server/db/transaction.ts'
import { categoryHeadLexeme, lexeme, nameHeadLexeme, nameLexeme } from './lexeme.ts'
import { SALES_RANK } from './product-columns.ts'

/**
 * Keeps `product_documents` in step with `products`. search/ makes documents in JavaScript, so each notes its
 * product's `changed_tx`, and this rebuilds those missing, stale or of another format. Importers call it in their
 * transaction; the server at start and every minute.
 *
 * These are written by hand: thousands of documents a statement (budget: import).
 */

type Source = Searchable & { salesRank: number; changedTx: string }
type Made = Source & { document: SearchDocument }

const BATCH = 1000

/** Raise it when documents are written differently. */
const VECTOR_FORMAT = 3
const FORMAT = SEARCH_FORMAT * 100 + VECTOR_FORMAT

export type RefreshOptions = { onProgress?: (made: number) => void }

/** @returns documents written or removed */
export const refreshProductDocuments = async (
  executor: Database | Connection,
  { onProgress = () => {} }: RefreshOptions = {},
): Promise<number> => {
  let changed = (await removeUnsold(executor)).length
  const known = new Set<string>()
  let sources = await readBehind(executor, { format: FORMAT, after: '', limit: BATCH })
  while (sources.length > 0) {
    const isLast = sources.length < BATCH
    // PostgreSQL reads the next batch while this one is processed.
    const next = isLast
      ? Promise.resolve([])
      : readBehind(executor, { format: FORMAT, after: lastOf(sources), limit: BATCH })
    const [following] = await Promise.all([next, make(executor, sources, known)])
    changed += sources.length
    onProgress(changed)
    sources = following
  }
  if (changed > 0) await settle(executor)
  // Otherwise an empty table's statistics last until the next autovacuum.
  if (changed >= BATCH) await executor.$client.query('ANALYZE product_documents')
  return changed
}

const lastOf = (sources: Source[]): string => sources.at(-1)?.product_no ?? ''

async function make(executor: Database | Connection, sources: Source[], known: Set<string>): Promise<void> {
  const made = sources.map((source): Made => ({ ...source, document: searchDocumentOf(source) }))
  const column = <Value>(read: (product: Made) => Value): Value[] => made.map(read)
  await write(executor, {
    product_nos: column(({ product_no }) => product_no),
    words: column(({ document }) => vectorOf(document)),
    nameKeys: column(({ document }) => document.nameKey),
    salesRanks: column(({ salesRank }) => salesRank),
    nameLengths: column(({ document }) => document.nameLength),
    sourceTxs: column(({ changedTx }) => changedTx),
    format: FORMAT,
  })
  const words = [...new Set(made.flatMap(({ document }) => lookedUpWords(document)))].filter(
    (word) => !known.has(word),
  )
  for (const word of words) known.add(word)
  // In one order, or two writers could deadlock.
  await addWords(executor, { words: words.sort() })
}

const vectorOf = ({ nameWords, otherWords, nameHeads, categoryHeads, markedWords }: SearchDocument): string =>
  [
    ...nameWords.map(nameLexeme),
    ...nameHeads.map(nameHeadLexeme),
    ...categoryHeads.map(categoryHeadLexeme),
    ...[...nameWords, ...otherWords, ...markedWords].map(lexeme),
  ].join(' ')

/** No codes: they are not corrected, and would be most of the table. */
const lookedUpWords = ({ nameWords, otherWords, markedWords }: SearchDocument): string[] => [
  ...nameWords,
  ...otherWords,
  ...markedWords.filter((word) => word.startsWith(MARKS.filter)),
]

const readBehind = statement<Source, { format: number; after: string; limit: number }>(
  'product_documents_behind',
  `SELECT p.product_no, p.name, p.brand, p.pack, p.gtins, p.department, p.product_group AS "group", p.category,
     p.storage_type AS "storageType", p.suitable_for AS "suitableFor", p.promotion,
     p.reduced_to_clear AS "reducedToClear", p.is_new AS "isNew", p.is_spot_priced AS "isSpotPriced",
     ${SALES_RANK} AS "salesRank", p.changed_tx::text AS "changedTx"
   FROM products p LEFT JOIN product_documents d ON d.product_no = p.product_no
   WHERE p.active AND p.product_no > :after
     AND (d.product_no IS NULL OR d.source_tx <> p.changed_tx OR d.format <> :format)
   ORDER BY p.product_no LIMIT :limit`,
)

type WriteValues = {
  product_nos: string[]
  words: string[]
  nameKeys: string[]
  salesRanks: number[]
  nameLengths: number[]
  sourceTxs: string[]
  format: number
}

const write = statement<Record<string, never>, WriteValues>(
  'product_documents_write',
  `INSERT INTO product_documents (product_no, words, name_key, sales_rank, name_length, source_tx, format)
   SELECT m.product_no, m.words, m.name_key, m.sales_rank, m.name_length, m.source_tx, :format
   FROM unnest(:product_nos::text[], :words::tsvector[], :nameKeys::text[], :salesRanks::int[], :nameLengths::int2[],
     :sourceTxs::int8[])
     AS m (product_no, words, name_key, sales_rank, name_length, source_tx)
   JOIN products p ON p.product_no = m.product_no
   ORDER BY m.product_no
   ON CONFLICT (product_no) DO UPDATE SET words = excluded.words, name_key = excluded.name_key,
     sales_rank = excluded.sales_rank, name_length = excluded.name_length, source_tx = excluded.source_tx, format = excluded.format`,
)

const removeUnsold = statement<{ product_no: string }>(
  'product_documents_remove',
  `DELETE FROM product_documents d USING products p
   WHERE p.product_no = d.product_no AND NOT p.active RETURNING d.product_no`,
)

const addWords = statement<Record<string, never>, { words: string[] }>(
  'search_words_add',
  `INSERT INTO search_words SELECT * FROM unnest(:words::text[]) ON CONFLICT DO NOTHING`,
)

/** Merges the index's pending list, which every search would scan. */
const settle = statement<Record<string, never>>(
  'product_documents_settle',
  `SELECT gin_clean_pending_list('product_documents_words'), gin_clean_pending_list('search_words_similar')`,
)
