import { parseArgs } from 'node:util'
import { isCode } from '#domain/typed-text.ts'
import { DEMO_SEED_DEFAULT } from '#server/db/demo/fill.ts'
import { DEMO_PRICE_LISTS } from '#server/db/demo/price-lists.ts'
import { errorText } from '#server/error-text.ts'
import type { ImportFile } from '#server/features/import/open-import.ts'
import { absolute, usageError, wholeNumber } from './arguments.ts'
import { readMapping } from './import-arguments.ts'
import { openSource } from './source.ts'

const LISTS = DEMO_PRICE_LISTS.map(({ id }) => id)

export const PRICES_USAGE = `Usage: npm run demo:prices -- --out FILE [options]

--out FILE         where the prices go: price_list, product_no, price
--stock FILE       where stock goes, too: product_no, quantity
--products FILE    for the products of this file; without it, for those of the database
--mapping FILE     how its columns become ours, as for npm run import
--lists A,B        the price lists (${LISTS.join(',')})
--seed N           other prices (${DEMO_SEED_DEFAULT})

The prices are made up, and the same each time.`

export type PricesArguments = {
  out: string
  stock: string | undefined
  products: ImportFile | undefined
  lists: string[]
  seed: number
}

/** @throws CodedError `usage`, `file_unreadable`, `mapping_unreadable`, `mapping_invalid` */
export const readPricesArguments = async (args: string[]): Promise<PricesArguments | 'help'> => {
  const values = parse(args)
  if (values.help) return 'help'
  if (values.out === undefined) throw usage('Say where the prices go: --out FILE.')
  if (values.mapping !== undefined && values.products === undefined) {
    throw usage('--mapping goes with --products.')
  }
  const lists = values.lists?.split(',').map((list) => list.trim()) ?? LISTS
  if (lists.some((list) => !isCode(list))) {
    throw usage('--lists are numbers of price lists with commas between them.')
  }
  return {
    out: absolute(values.out),
    stock: values.stock === undefined ? undefined : absolute(values.stock),
    products:
      values.products === undefined
        ? undefined
        : {
            kind: 'products',
            source: await openSource(absolute(values.products)),
            mapping: values.mapping === undefined ? undefined : readMapping(values.mapping, 'products'),
          },
    lists,
    seed: wholeNumber('--seed', values.seed, 2 ** 31, PRICES_USAGE) ?? DEMO_SEED_DEFAULT,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        out: { type: 'string' },
        stock: { type: 'string' },
        products: { type: 'string' },
        mapping: { type: 'string' },
        lists: { type: 'string' },
        seed: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw usage(errorText(error))
  }
}

const usage = (why: string) => usageError(why, PRICES_USAGE)
