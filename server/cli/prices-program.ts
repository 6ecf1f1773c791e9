import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { CodedError } from '#server/coded-error.ts'
import { madeUpPence, madeUpStock, type PricelessProduct } from '#server/db/demo/made-up-prices.ts'
import { messageOf } from './arguments.ts'
import { csvLine } from './csv-writer.ts'
import { productsOfDatabase, productsOfFile } from './priceless-products.ts'
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
        await prices.write([list, product_no, inPounds(madeUpPence(product, list, seed))])
      }
      await stock?.write([product_no, madeUpStock(product, seed)])
    }
  }
  return count
}

function inPounds(pence: number): string {
  return `${Math.floor(pence / 100)}.${String(pence % 100).padStart(2, '0')}`
}

type Output = { write: (cells: (string | number)[]) => Promise<void>; close: () => Promise<void> }

async function openOutput(file: string, header: string[]): Promise<Output> {
  const stream: WriteStream = createWriteStream(file)
  try {
    await once(stream, 'open')
  } catch (error) {
    throw new CodedError('file_not_writable', `${file} cannot be written: ${messageOf(error)}.`, {
      cause: error,
    })
  }
  const write = async (cells: (string | number)[]): Promise<void> => {
    if (!stream.write(csvLine(cells))) await once(stream, 'drain')
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
