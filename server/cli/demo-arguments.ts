import { parseArgs } from 'node:util'
import type { CodedError } from '#server/coded-error.ts'
import {
  DEMO_HISTORY_MONTHS_DEFAULT,
  DEMO_PRODUCTS_DEFAULT,
  DEMO_SEED_DEFAULT,
} from '#server/db/demo/fill.ts'
import { PRODUCTS_AT_MOST } from '#server/db/demo/products.ts'
import { errorText } from '#server/error-text.ts'
import { usageError, wholeNumber } from './arguments.ts'

export const DEMO_USAGE = `Usage: npm run demo -- [options]

--products N         how many products (${DEMO_PRODUCTS_DEFAULT}); 0: customers and users alone
--seed N             another wholesaler (${DEMO_SEED_DEFAULT}); the same seed makes the same one
--months N           how far back the orders go (${DEMO_HISTORY_MONTHS_DEFAULT}); 0: none
--orders-per-day N   on average, with more customers like those of the demo; about fifteen without it
--add                also into a database with data: adds what is missing, changes nothing that is there; no staff
--reset              empties the database first, if it holds demo data
--even-real-data     with --reset: also if it was not filled by this command
--new-password       gives the demo users another password, and prints it; DEMO_PASSWORD says which
--deactivate         ends the sign-ins of all demo users, and leaves everything else
--quiet              no progress

Without --add or --reset, a database that holds anything is left alone.`

export type DemoArguments = {
  products: number
  seed: number
  months: number
  ordersPerDay: number | undefined
  add: boolean
  reset: boolean
  evenRealData: boolean
  newPassword: boolean
  deactivate: boolean
  quiet: boolean
}

/** @throws CodedError `usage` */
export const readDemoArguments = (args: string[]): DemoArguments | 'help' => {
  const values = parse(args)
  if (values.help) return 'help'
  if ([values.add, values.reset, values['new-password'], values.deactivate].filter(Boolean).length > 1)
    throw usage('Only one of --add, --reset, --new-password and --deactivate.')
  if (values.add && values['orders-per-day'] !== undefined)
    throw usage('--orders-per-day is for an empty database, so not with --add.')
  return {
    products:
      wholeNumber('--products', values.products, PRODUCTS_AT_MOST, DEMO_USAGE) ?? DEMO_PRODUCTS_DEFAULT,
    seed: wholeNumber('--seed', values.seed, 2 ** 31, DEMO_USAGE) ?? DEMO_SEED_DEFAULT,
    months: wholeNumber('--months', values.months, 120, DEMO_USAGE) ?? DEMO_HISTORY_MONTHS_DEFAULT,
    ordersPerDay: wholeNumber('--orders-per-day', values['orders-per-day'], 10_000, DEMO_USAGE),
    add: values.add,
    reset: values.reset,
    evenRealData: values['even-real-data'],
    newPassword: values['new-password'],
    deactivate: values.deactivate,
    quiet: values.quiet,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        products: { type: 'string' },
        seed: { type: 'string' },
        months: { type: 'string' },
        'orders-per-day': { type: 'string' },
        add: { type: 'boolean', default: false },
        reset: { type: 'boolean', default: false },
        'even-real-data': { type: 'boolean', default: false },
        'new-password': { type: 'boolean', default: false },
        deactivate: { type: 'boolean', default: false },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw usage(errorText(error))
  }
}

const usage = (why: string): CodedError => usageError(why, DEMO_USAGE)
