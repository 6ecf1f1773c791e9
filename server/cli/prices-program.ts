import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { and, asc, eq, gt } from 'drizzle-orm'
import { amountCell, type CsvCell, csvLine } from '#domain/csv.ts'
import { CodedError } from '#server/coded-error.ts'
import type { Database } from '#server/db/database.ts'
import { madeUpPence, madeUpStock, type PricelessProduct } from '#server/db/demo/made-up-prices.ts'
import { products } from '#server/db/schema/products.ts'
import { errorText } from '#server/error-text.ts'
import { type ImportFile, openImport } from '#server/features/import/open-import.ts'
import { PRICES_USAGE, type PricesArguments, readPricesArguments } from './prices-arguments.ts'
import type { Program } from './program.ts'

/** Writes made-up, repeatable prices for each price list, and stock on request, as files for `npm run import`. */
export const pricesProgram: Program = async ({ args, openDatabase, say }) => {
  const request = await readPricesArguments(args)
  if (request === 'help') {
    say(PRICES_USAGE)
    return 0
  }
  const products =
    request.products === undefined
      ? productsOfDatabase(await openDatabase())
      : await productsOfFile(request.products)
  const prices = await openOutput(request.out, ['price_list', 'product_no', 'price'])
  const stock =
    request.stock === undefined ? undefined : await openOutput(request.stock, ['product_no', 'quantity'])
  const count = await writeAll(products, request, prices, stock)
  await prices.close()
  await stock?.close()

  const counted = count.toLocaleString('en-GB')
  say(`${request.out}: prices of ${counted} products for ${request.lists.join(', ')}`)
  if (request.stock !== undefined) say(`${request.stock}: stock of ${counted} products`)
  return 0
}

async function writeAll(
  products: AsyncIterable<PricelessProduct[]>,
  { lists, seed }: PricesArguments,
  prices: Output,
  stock: Output | undefined,
): Promise<number> {
  let count = 0
  for await (const batch of products) {
    count += batch.length
    for (const product of batch) {
      const { product_no } = product
      for (const list of lists) {
        await prices.write([list, product_no, amountCell(madeUpPence(product, list, seed))])
      }
      await stock?.write([product_no, madeUpStock(product, seed)])
    }
  }
  return count
}

type Output = { write: (cells: CsvCell[]) => Promise<void>; close: () => Promise<void> }

async function openOutput(file: string, header: string[]): Promise<Output> {
  const stream: WriteStream = createWriteStream(file)
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new CodedError('file_not_writable', `${file} cannot be written: ${errorText(error)}.`, {
      cause: error,
    })
  }
  const write = async (cells: CsvCell[]): Promise<void> => {
    // The import would read an apostrophe in front of a code as part of the code.
    if (!stream.write(csvLine(cells, { textsAsTheyAre: true }))) await once(stream, 'drain')
  }
  await write(header)
  return {
    write,
    close: async () => {
      stream.end()
      await finished(stream)
    },
  }
}

const BATCH = 5000

/** Only products on sale, by number. */
async function* productsOfDatabase(database: Database): AsyncGenerator<PricelessProduct[], void, void> {
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
const productsOfFile = async (file: ImportFile): Promise<AsyncGenerator<PricelessProduct[], void, void>> =>
  readRows(await openImport(file))

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
