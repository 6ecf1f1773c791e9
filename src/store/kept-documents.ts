import type { PaperworkDocument } from '#contract/paperwork.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { readRows } from './lane-rows.ts'
import type { UserDatabase } from './user-database.ts'

/** Documents that were opened on this device, to be opened without a connection; a sign-out clears them. */
export type KeptDocument = {
  customerId: string
  no: string
  /** The document as it was listed; null for a statement. */
  document: PaperworkDocument | null
  /** Epoch milliseconds. */
  keptAt: number
}

type KeptFile = { type: string; bytes: ArrayBuffer }

/** About 4 MB. */
const KEPT_MOST = 100

const DOCUMENTS = laneOf('paperwork', 'documents')
/** Apart, so that listing documents reads no files. */
const FILES = laneOf('paperwork', 'files')

const idOf = ({ customerId, no }: Pick<KeptDocument, 'customerId' | 'no'>): string => `${customerId}/${no}`

export const keptDocumentsQuery = (customerId: string) => ({
  key: ['kept documents', customerId],
  read: async (database: UserDatabase) =>
    (await readRows<KeptDocument>(database, DOCUMENTS)).filter((kept) => kept.customerId === customerId),
})

export const findKeptFile = async (
  database: UserDatabase,
  which: Pick<KeptDocument, 'customerId' | 'no'>,
): Promise<Blob | undefined> => {
  const file = (await database.rows.get([FILES, idOf(which)]))?.value as KeptFile | undefined
  return file && new Blob([file.bytes], { type: file.type })
}

/** The least recently opened make room. */
export const keepDocument = async (database: UserDatabase, kept: KeptDocument, file: Blob): Promise<void> => {
  const bytes = await file.arrayBuffer()
  const id = idOf(kept)
  await database.transaction('rw', database.rows, async () => {
    await database.rows.bulkPut([
      { lane: DOCUMENTS, id, value: kept },
      { lane: FILES, id, value: { type: file.type, bytes } satisfies KeptFile },
    ])
    const all = await readRows<KeptDocument>(database, DOCUMENTS)
    const gone = all
      .toSorted((a, b) => b.keptAt - a.keptAt)
      .slice(KEPT_MOST)
      .map(idOf)
    await database.rows.bulkDelete(
      gone.flatMap((each): [typeof DOCUMENTS, string][] => [
        [DOCUMENTS, each],
        [FILES, each],
      ]),
    )
  })
}
