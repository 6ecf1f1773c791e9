import { parseArgs } from 'node:util'
import { errorText } from '#server/error-text.ts'
import { absolute, usageError, wholeNumber } from './arguments.ts'

export const EXPORT_USAGE = `Usage: npm run --silent export -- orders [options]
       npm run --silent export -- status [--format json]

orders   gives out what happened to orders and was not handed over yet, each event once
status   says how much waits, and what the webhook fails on

--format NAME          orders: csv (default), json; status: text (default), json
--out FILE             a new file instead of standard output; none where nothing waits
--after N              again, from the event after number N on
--instead-of-webhook   although the webhook took the last one; unset it first

Exit codes: 0 done, 1 it could not run, and nothing was handed over.`

const FORMATS = { orders: ['csv', 'json'], status: ['text', 'json'] } as const

export type ExportArguments =
  | {
      what: 'orders'
      format: 'csv' | 'json'
      out: string | undefined
      after: number | undefined
      insteadOfWebhook: boolean
    }
  | { what: 'status'; format: 'text' | 'json' }

/** @throws CodedError `usage` */
export const readExportArguments = (args: string[]): ExportArguments | 'help' => {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [what, ...more] = positionals
  if ((what !== 'orders' && what !== 'status') || more.length > 0) throw usage('Specify orders or status.')
  if (what === 'status') {
    const { format: _, help: __, ...others } = values
    if (Object.values(others).some(Boolean)) throw usage('status takes --format alone.')
    return { what, format: oneOf(FORMATS.status, values.format) }
  }
  return {
    what,
    format: oneOf(FORMATS.orders, values.format),
    out: values.out === undefined ? undefined : absolute(values.out),
    after: wholeNumber('--after', values.after, 9_999_999_999, EXPORT_USAGE),
    insteadOfWebhook: values['instead-of-webhook'],
  }
}

/** The first where none is given. */
const oneOf = <const Name extends string>(
  names: readonly [Name, ...Name[]],
  given: string | undefined,
): Name => {
  const found = given === undefined ? names[0] : names.find((name) => name === given)
  if (found === undefined) throw usage(`--format is ${names.join(' or ')}.`)
  return found
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        out: { type: 'string' },
        after: { type: 'string' },
        'instead-of-webhook': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw usage(errorText(error))
  }
}

const usage = (why: string) => usageError(why, EXPORT_USAGE)
