import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { creditNoteLines, creditNoteVat, invoices } from '#server/db/schema/paperwork.ts'
import type { CreditNoteRows } from './invoice-rows.ts'

/** In the caller's transaction. */
export const writeCreditNote = async (
  database: NodePgDatabase,
  { note, lines, vat }: CreditNoteRows,
): Promise<void> => {
  await database.insert(invoices).values(note)
  await database.insert(creditNoteLines).values(lines)
  if (vat.length > 0) await database.insert(creditNoteVat).values(vat)
}
