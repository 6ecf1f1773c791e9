import { and, asc, eq, max } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { templateItems } from '#server/db/schema/templates.ts'
import type { Connection } from '#server/db/transaction.ts'

export type TemplateItemRow = typeof templateItems.$inferSelect

/** In shelf order, deleted ones included. */
export const findItems = (executor: Database | Connection, templateId: string): Promise<TemplateItemRow[]> =>
  executor
    .select()
    .from(templateItems)
    .where(eq(templateItems.templateId, templateId))
    .orderBy(asc(templateItems.position), asc(templateItems.product_no))

export const findItem = async (
  connection: Connection,
  templateId: string,
  product_no: string,
): Promise<TemplateItemRow | undefined> => {
  const [row] = await connection
    .select()
    .from(templateItems)
    .where(and(eq(templateItems.templateId, templateId), eq(templateItems.product_no, product_no)))
  return row
}

/** 0 without items. */
export const findLastPosition = async (connection: Connection, templateId: string): Promise<number> => {
  const [row] = await connection
    .select({ position: max(templateItems.position) })
    .from(templateItems)
    .where(eq(templateItems.templateId, templateId))
  return row?.position ?? 0
}

export const insertItems = async (connection: Connection, rows: TemplateItemRow[]): Promise<void> => {
  if (rows.length > 0) await connection.insert(templateItems).values(rows)
}

/** Requires the template's lock. */
export const writeItem = async (connection: Connection, row: TemplateItemRow): Promise<void> => {
  const { parLevel, lastQuantity, position, shelf, parLevels, deleted } = row
  await connection
    .insert(templateItems)
    .values(row)
    .onConflictDoUpdate({
      target: [templateItems.templateId, templateItems.product_no],
      set: { parLevel, lastQuantity, position, shelf, parLevels, deleted },
    })
}
