import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BYTE_ORDER_MARK } from '#domain/csv.ts'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import { ENCODINGS, type Encoding, isEncoding } from '#server/features/import/csv/csv-encoding.ts'
import { type Mapping, parseMapping } from '#server/features/import/csv/mapping.ts'
import {
  IMPORT_KINDS,
  type ImportKindName,
  isImportKind,
} from '#server/features/import/kinds/import-kinds.ts'
import { projectRoot } from '#server/paths.ts'
import { absolute, usageError } from './arguments.ts'

/** Not a table: import-pictures.ts. */
export const PICTURES = 'pictures'

export const USAGE = `Usage: npm run import -- KIND FILE [options]

KIND     ${[...Object.keys(IMPORT_KINDS), PICTURES].join(', ')}
FILE     CSV with a header line; docs/import.md says which columns
         pictures: a folder of images, each named by its product's code or barcode

--mapping FILE      how the file's columns become ours: a JSON file, or the name of one in server/cli/mappings
--delimiter MARK    what separates cells: , ; | or tab; found out where not given
--encoding NAME     ${ENCODINGS.join(', ')}; found out where not given
--dry-run           reads, checks and tries everything, and changes nothing
--report FILE       every refused row and warning, and why, as CSV, or as JSON where FILE ends in .json
--passwords FILE    users only: gives new users a password, and writes who has which to this new file
--format json       the summary as JSON
--quiet             no progress, and a summary only where rows were refused or have a warning

Exit codes: 0 all rows are in, some perhaps with a warning, 2 some were refused, 1 the import could not run.`

export type ImportArguments = {
  kind: ImportKindName | typeof PICTURES
  file: string
  mapping: Mapping | undefined
  delimiter: string | undefined
  encoding: Encoding | undefined
  dryRun: boolean
  report: string | undefined
  passwords: string | undefined
  format: 'text' | 'json'
  quiet: boolean
}

/** @throws CodedError `usage`, `mapping_invalid` */
export const readImportArguments = (args: string[]): ImportArguments | 'help' => {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [kind, file, ...more] = positionals
  if (kind === undefined || file === undefined || more.length > 0) throw usage('Name a kind and one file.')
  if (!isImportKind(kind) && kind !== PICTURES) throw usage(`There is no kind "${kind}".`)
  const isTable = [values.mapping, values.delimiter, values.encoding].some((value) => value !== undefined)
  if (kind === PICTURES && isTable) throw usage('--mapping, --delimiter and --encoding go with a CSV file.')
  if (values.format !== 'text' && values.format !== 'json') throw usage('--format is text or json.')
  if (values.passwords !== undefined && kind !== 'users') throw usage('--passwords goes with users.')
  const encoding = values.encoding?.toLowerCase()
  if (encoding !== undefined && !isEncoding(encoding)) throw usage(`--encoding is ${ENCODINGS.join(', ')}.`)
  const report = values.report === undefined ? undefined : absolute(values.report)
  if (report === absolute(file)) throw usage('The report would overwrite the file.')
  return {
    kind,
    file: absolute(file),
    mapping:
      values.mapping === undefined || kind === PICTURES ? undefined : readMapping(values.mapping, kind),
    delimiter: delimiterOf(values.delimiter),
    encoding,
    dryRun: values['dry-run'],
    report,
    passwords: values.passwords === undefined ? undefined : absolute(values.passwords),
    format: values.format,
    quiet: values.quiet,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        mapping: { type: 'string' },
        delimiter: { type: 'string' },
        encoding: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        report: { type: 'string' },
        passwords: { type: 'string' },
        format: { type: 'string', default: 'text' },
        quiet: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw usage(errorText(error))
  }
}

/**
 * Takes a file or the name of a built-in one. @throws CodedError `mapping_unreadable`, `mapping_invalid`
 */
export function readMapping(name: string, kind: ImportKindName): Mapping {
  const kept = resolve(projectRoot, 'server/cli/mappings', `${name}.json`)
  const file = /^[\w-]+$/.test(name) && existsSync(kept) ? kept : absolute(name)
  let json: string
  try {
    json = readFileSync(file, 'utf8')
  } catch (error) {
    throw new CodedError('mapping_unreadable', `The mapping cannot be read: ${errorText(error)}.`, {
      cause: error,
    })
  }
  // Windows' editor puts a byte order mark before it.
  return parseMapping(json.replace(BYTE_ORDER_MARK, ''), name, kind)
}

function delimiterOf(given: string | undefined): string | undefined {
  const delimiter = given === 'tab' || given === '\\t' ? '\t' : given
  if (delimiter !== undefined && ![',', ';', '|', '\t'].includes(delimiter)) {
    throw usage('--delimiter is one of , ; | tab.')
  }
  return delimiter
}

const usage = (why: string): CodedError => usageError(why, USAGE)
