import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { CodedError } from '#server/coded-error.ts'
import type { GivenNumbers } from '#server/db/new-epoch.ts'

/**
 * The form of a backup: gzip of the text that `pg_dump --data-only` would write, so that any PostgreSQL can read it. A
 * first line says what it holds, and a last one has the SHA-256 of all before it, in addition to gzip's own check.
 */
export type BackupHead = {
  trolly: 'backup'
  /** Raised when an older build could not read the file. */
  format: number
  /** ISO, at or before the moment of the data. */
  takenAt: string
  /** Of PostgreSQL, for a person. */
  version: string
  /** The newest migration, in ms since 1970. */
  migratedMs: number
  tables: string[]
  given: GivenNumbers
}

export const BACKUP_FORMAT = 1

export type TableHead = { table: string; columns: string[] }

const END_OF_ROWS = Buffer.from('\\.\n')
const CHECK = '-- sha256 '
const CHECK_BYTES = CHECK.length + 64 + 1
const TABLE = /^COPY public\."(\w+)" \(((?:"\w+"(?:, )?)+)\) FROM stdin;$/

/** @param rowsOf the table's rows as COPY writes them */
export async function* backupBytes(
  head: BackupHead,
  tables: readonly TableHead[],
  rowsOf: (table: TableHead) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  const hashed = (bytes: Buffer): Buffer => {
    hash.update(bytes)
    return bytes
  }
  yield hashed(Buffer.from(`-- ${JSON.stringify(head)}\n`))
  for (const table of tables) {
    yield hashed(Buffer.from(`COPY ${nameWithColumns(table)} FROM stdin;\n`))
    for await (const rows of rowsOf(table)) yield hashed(rows)
    yield hashed(END_OF_ROWS)
  }
  yield Buffer.from(`${CHECK}${hash.digest('hex')}\n`)
}

export const nameWithColumns = ({ table, columns }: TableHead): string =>
  `public."${table}" (${columns.map((name) => `"${name}"`).join(', ')})`

/**
 * Reads all of the file, before anything is changed.
 * @throws CodedError `file_unreadable`, `not_a_backup`, `backup_truncated`, `backup_damaged`, `backup_other_format`
 */
export const verifyBackup = async (file: string): Promise<BackupHead> => {
  const hash = createHash('sha256')
  const reader = readerOf(file)
  const line = await reader.line()
  const head = readHead(line)
  hash.update(`${line}\n`)
  let held = Buffer.alloc(0)
  for await (const bytes of reader.rest()) {
    held = Buffer.concat([held, bytes])
    const known = Math.max(0, held.length - CHECK_BYTES)
    hash.update(held.subarray(0, known))
    held = held.subarray(known)
  }
  const check = held.toString('latin1')
  if (!check.startsWith(CHECK) || !check.endsWith('\n'))
    throw new CodedError('backup_truncated', `${file} ends too early: it was not copied in full.`)
  if (check !== `${CHECK}${hash.digest('hex')}\n`) throw damaged(file)
  return head
}

/** Reads a file that has been verified. */
export async function* readTables(file: string): AsyncGenerator<TableHead & { rows: AsyncIterable<Buffer> }> {
  const reader = readerOf(file)
  await reader.line()
  for (;;) {
    const line = await reader.line()
    if (line === undefined || line.startsWith(CHECK)) return
    const [, table = '', columns = ''] = TABLE.exec(line) ?? []
    if (table === '') throw damaged(file)
    yield { table, columns: columns.split(', ').map((name) => name.slice(1, -1)), rows: reader.rows() }
  }
}

function readHead(line: string | undefined): BackupHead {
  const notOurs = (cause?: unknown) =>
    new CodedError('not_a_backup', 'The file is no backup of Trolly.', { cause })
  if (line === undefined || !line.startsWith('-- {')) throw notOurs()
  let head: BackupHead
  try {
    head = JSON.parse(line.slice(3)) as BackupHead
  } catch (error) {
    throw notOurs(error)
  }
  if (head.trolly !== 'backup' || typeof head.format !== 'number') throw notOurs()
  if (head.format === BACKUP_FORMAT) return head
  throw new CodedError(
    'backup_other_format',
    `The backup has format ${head.format}, and this build reads format ${BACKUP_FORMAT}. Restore it with the build that made it.`,
  )
}

const CHUNK_BYTES = 256 * 1024
const GZIP = Buffer.from([0x1f, 0x8b])
/** Longer than any line but rows. */
const LINE_BYTES_MOST = 1_000_000

function readerOf(file: string) {
  const chunks = unpacked(file)
  let held = Buffer.alloc(0)
  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done !== true) held = Buffer.concat([held, value])
    return done !== true
  }
  const take = (bytes: number): Buffer => {
    const taken = held.subarray(0, bytes)
    held = held.subarray(bytes)
    return taken
  }
  const ended = () => new CodedError('backup_truncated', `${file} ends too early: it was not copied in full.`)

  return {
    /** @returns the next line without its line break; undefined at the end of the file */
    line: async (): Promise<string | undefined> => {
      while (!held.includes(10)) {
        if (held.length > LINE_BYTES_MOST)
          throw new CodedError('not_a_backup', `${file} is no backup of Trolly.`)
        if (!(await more())) {
          if (held.length === 0) return undefined
          throw ended()
        }
      }
      return take(held.indexOf(10) + 1)
        .toString('utf8')
        .slice(0, -1)
    },
    /** Up to the line that ends a table's rows, in which backslashes are escaped. */
    rows: async function* (): AsyncGenerator<Buffer> {
      let atLineStart = true
      for (;;) {
        if (atLineStart && held.subarray(0, 3).equals(END_OF_ROWS)) {
          take(3)
          return
        }
        const end = held.indexOf('\n\\.\n')
        if (end >= 0) {
          yield take(end + 1)
          atLineStart = true
          continue
        }
        // The last bytes may be the beginning of the end.
        if (held.length > END_OF_ROWS.length) {
          atLineStart = false
          yield take(held.length - END_OF_ROWS.length)
        }
        if (!(await more())) throw ended()
      }
    },
    rest: async function* (): AsyncGenerator<Buffer> {
      yield take(held.length)
      while (await more()) yield take(held.length)
    },
  }
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file)
  const stream = createGunzip({ chunkSize: CHUNK_BYTES })
  packed.on('error', (error) => stream.destroy(error))
  let isGzip = true
  packed.once('data', (bytes) => {
    isGzip = GZIP.equals((bytes as Buffer).subarray(0, GZIP.length))
  })
  try {
    for await (const bytes of packed.pipe(stream)) yield bytes as Buffer
  } catch (error) {
    throw explain(file, error, isGzip)
  } finally {
    packed.destroy()
  }
}

function explain(file: string, error: unknown, isGzip: boolean): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR')
    return new CodedError('backup_truncated', `${file} ends too early: it was not copied in full.`)
  if (code.startsWith('Z_'))
    return isGzip ? damaged(file) : new CodedError('not_a_backup', `${file} is no backup of Trolly.`)
  if (code.startsWith('E'))
    return new CodedError('file_unreadable', `${file} cannot be read (${code}).`, { cause: error })
  return error
}

const damaged = (file: string): CodedError =>
  new CodedError('backup_damaged', `${file} is damaged: its contents do not match their checksum.`)
