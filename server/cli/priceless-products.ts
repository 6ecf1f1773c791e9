import { and, asc, eq, gt } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import type { PricelessProduct } from '#server/db/demo/made-up-prices.ts'
import { products } from '#server/db/schema/products.ts'
import { type ImportFile, openImport } from '#server/features/import/open-import.ts'

const BATCH = 5000

/** Only products on sale, by number. */
export async function* productsOfDatabase(
  database: Database,
): AsyncGenerator<PricelessProduct[], void, void> {
  const { product_no, department, group, category, contentAmount, catchWeight, active } = products
  let last = ''
  for (;;) {
    const rows = await database
      .select({ product_no, department, group, category, contentAmount, catchWeight })
      .from(products)
      .where(and(eq(active, true), gt(product_no, last)))
      .orderBy(asc(product_no))
      .limit(BATCH)
    if (rows.length > 0) yield rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < BATCH) return
    last = end.product_no
  }
}

/** Only valid rows. @throws CodedError if the file cannot be read */
export const productsOfFile = async (
  file: ImportFile,
): Promise<AsyncGenerator<PricelessProduct[], void, void>> => readRows(await openImport(file))

async function* readRows({
  reader,
  batches,
}: Awaited<ReturnType<typeof openImport>>): AsyncGenerator<PricelessProduct[], void, void> {
  for await (const rows of batches) {
    yield rows.flatMap((csvRow) => {
      const outcome = 'cells' in csvRow ? reader.read(csvRow.cells) : csvRow
      if (!('row' in outcome)) return []
      const { row } = outcome
      const textOf = (property: string): string => (typeof row[property] === 'string' ? row[property] : '')
      return [
        {
          product_no: textOf('product_no'),
          department: textOf('department'),
          group: textOf('group'),
          category: textOf('category'),
          contentAmount: typeof row.contentAmount === 'number' ? row.contentAmount : null,
          catchWeight: row.catchWeight === true,
        },
      ]
    })
  }
}
