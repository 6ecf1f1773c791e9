import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BenchServer } from '#bench/harness/server.ts'
import { query } from './database.ts'

/**
 * What the server sends to PostgreSQL while it answers a call, as PostgreSQL logs it. The references are built from these, so
 * that they cannot fall behind the code.
 */
export type RecordedStatement = {
  /** Name of the prepared statement; undefined for BEGIN, COMMIT and the like. */
  name: string | undefined
  text: string
  /** Values of $1, $2 …, as text. */
  values: (string | null)[]
}

const SETTLE_MS = 300

export const recordStatements = async (
  { databaseUrl, dataDir }: BenchServer,
  work: () => Promise<void>,
): Promise<RecordedStatement[]> => {
  const log = join(dataDir, 'postgres/server.log')
  await query(databaseUrl, "ALTER SYSTEM SET log_statement = 'all'")
  await reload(databaseUrl)
  const from = statSync(log).size
  await work()
  await delay(SETTLE_MS)
  const written = readFileSync(log).subarray(from).toString()
  await query(databaseUrl, 'ALTER SYSTEM RESET log_statement')
  await reload(databaseUrl)
  return statementsIn(written).filter((statement) => !isByTheWay(statement))
}

/** The named statements of several calls, call by call: each starts with the look-up of its token. */
export const recordCalls = async (
  server: BenchServer,
  work: () => Promise<void>,
): Promise<RecordedStatement[][]> => {
  const calls: RecordedStatement[][] = []
  for (const statement of await recordStatements(server, work)) {
    if (statement.name === 'caller_by_token') calls.push([])
    if (statement.name !== undefined) calls.at(-1)?.push(statement)
  }
  return calls
}

const SEARCH_LOOKS = ['downloads_head', 'search_changes', 'search_products']

/** What the server does every few seconds or minutes, or for one token in five; and the bench itself. */
const isByTheWay = ({ name, text }: RecordedStatement): boolean =>
  name === undefined
    ? /^SELECT pg_(try_advisory_lock|advisory_unlock|reload_conf)\(|^update "tokens" set "last_used_at"/.test(
        text,
      )
    : SEARCH_LOOKS.includes(name) || name === 'mail_claim'

/** Every connection applies the setting before its next statement. */
async function reload(databaseUrl: string): Promise<void> {
  await query(databaseUrl, 'SELECT pg_reload_conf()')
  await delay(SETTLE_MS)
}

const ENTRY = /^\d{4}-\d\d-\d\d [\d:.]+ \w+ \[\d+\] (\w+): {2}/m
const EXECUTED = /^(?:execute ([^:]+)|statement): ([\s\S]*)$/
const PARAMETER = /\$\d+ = (NULL|'((?:[^']|'')*)')/g

function statementsIn(log: string): RecordedStatement[] {
  const statements: RecordedStatement[] = []
  // Level and text of each entry, in turn, after what precedes the first. Further lines of an entry start with a tab.
  const [, ...parts] = log.split(ENTRY)
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const text = (parts[index + 1] ?? '').replaceAll('\n\t', '\n').trimEnd()
    const [, name, statement] = EXECUTED.exec(text) ?? []
    if (parts[index] === 'LOG' && statement !== undefined) {
      statements.push({ name: name === '<unnamed>' ? undefined : name, text: statement, values: [] })
    } else if (parts[index] === 'DETAIL' && /^parameters:/i.test(text)) {
      const last = statements.at(-1)
      if (last) {
        last.values = [...text.matchAll(PARAMETER)].map(([, value, quoted]) =>
          value === 'NULL' ? null : (quoted ?? '').replaceAll("''", "'"),
        )
      }
    }
  }
  return statements
}

/** The recorded statement of that name. Throws if there is none. */
export const requireStatement = (recorded: readonly RecordedStatement[], name: string): RecordedStatement => {
  const found = recorded.find((statement) => statement.name === name)
  if (found === undefined) {
    const names = recorded.map((statement) => statement.name ?? statement.text).join(', ')
    throw new Error(`The server has not sent ${name}, but: ${names}`)
  }
  return found
}

/** Where a parameter's value comes from, for pgbench: SQL instead of a value. */
export type Substitutes = Readonly<Record<number, string>>

/**
 * The statement for a pgbench script. Parameters keep their recorded values, which go into `variables`, except those for which
 * `substitutes` has SQL, by number.
 */
export const scriptLine = (
  { name, text, values }: RecordedStatement,
  variables: Record<string, string>,
  substitutes: Substitutes = {},
): string => {
  // pgbench would read it as a variable.
  if (/(?<!:):[A-Za-z]/.test(text.replaceAll('::', ''))) throw new Error(`A colon in ${name}: ${text}`)
  const line = text.replace(/\$(\d+)/g, (_, digits: string) => {
    const number = Number(digits)
    const substitute = substitutes[number]
    if (substitute !== undefined) return substitute
    const value = values[number - 1]
    if (value === undefined) throw new Error(`No value of $${digits} was recorded for ${name}.`)
    if (value === null) return 'NULL'
    const variable = `${name}_${digits}`
    variables[variable] = value
    return `:${variable}`
  })
  return `${line};`
}
