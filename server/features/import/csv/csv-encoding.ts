import { isAscii, isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { CodedError } from '#server/coded-error.ts'
import { guessEncoding } from './guess-encoding.ts'

/** Checks the whole file first: refusing rows with a £ or an é one by one would leave half an import. */

export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'cp850',
  'cp437',
  'macintosh',
  'utf-16le',
  'utf-16be',
] as const
export type Encoding = (typeof ENCODINGS)[number]

export type ImportSource = {
  name: string
  totalBytes: number
  /** Called several times, each time from the beginning. */
  open: () => AsyncIterable<Uint8Array>
}

const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf])
/** Longer lines are refused anyway. */
const LINE_CHECKED_UP_TO = 1_048_576
const SAMPLE_BYTES = 1024
const UTF16_NUL_SHARE = 0.2

export const isEncoding = (text: string): text is Encoding => ENCODINGS.some((encoding) => encoding === text)

/**
 * Checks the file, then gives UTF-8 without a byte order mark, each time from the beginning. UTF-16 is read where its byte
 * order mark says so. If the caller states 'utf-8', bad rows are left for the reader to refuse.
 * @throws CodedError `empty_file`, `not_csv`, `wrong_encoding`
 */
export const openAsUtf8 = async (
  file: ImportSource,
  asked: Encoding | undefined,
): Promise<() => AsyncIterable<Buffer>> => {
  const begin = await beginOf(file)
  if (begin.length === 0) throw new CodedError('empty_file', `${file.name} is empty.`)
  const encoding = asked ?? markedEncoding(begin)
  requireText(file.name, begin, encoding)
  const source = hasCarriageReturnsAlone(begin) ? withLineFeeds(file) : file
  if (encoding?.startsWith('utf-16')) await requireWhole(transcode(source, encoding))
  else if (encoding !== 'utf-8') await requireAs(source, encoding)
  return () =>
    withoutBom(encoding === undefined || encoding === 'utf-8' ? source.open() : transcode(source, encoding))
}

async function beginOf(source: ImportSource): Promise<Buffer> {
  let begin: Buffer = Buffer.alloc(0)
  for await (const chunk of source.open()) {
    begin = Buffer.concat([begin, chunk])
    if (begin.length >= SAMPLE_BYTES) break
  }
  return begin.subarray(0, SAMPLE_BYTES)
}

const markedEncoding = ([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Excel on a Mac writes them. The last byte may be the first half of CR LF. */
const hasCarriageReturnsAlone = (begin: Buffer): boolean =>
  begin.subarray(0, -1).includes(CARRIAGE_RETURN) && !begin.includes(LINE_FEED)

const withLineFeeds = (source: ImportSource): ImportSource => ({
  ...source,
  open: async function* () {
    for await (const chunk of source.open())
      yield chunk.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte))
  },
})

/** A file that was cut off is found before anything is imported. @throws CodedError `wrong_encoding` */
async function requireWhole(text: AsyncIterable<Buffer>): Promise<void> {
  for await (const _ of text);
}

/** @param encoding of one byte for each character; undefined: UTF-8. @throws CodedError `wrong_encoding` */
async function requireAs(source: ImportSource, encoding: Encoding | undefined): Promise<void> {
  const evidence: Evidence = { validMultibyte: false, firstBadLine: 0, badByte: 0, badRows: [], badBytes: 0 }
  let line = 1
  let carry: Buffer = Buffer.alloc(0)
  for await (const chunk of source.open()) {
    const text = Buffer.concat([carry, chunk])
    const end = text.lastIndexOf(LINE_FEED) + 1
    if (end === 0 && text.length < LINE_CHECKED_UP_TO) {
      carry = text
      continue
    }
    carry = end === 0 ? Buffer.alloc(0) : text.subarray(end)
    line += countEvidence(text.subarray(0, end), line, evidence)
  }
  countEvidence(carry, line, evidence)
  const { firstBadLine, validMultibyte } = evidence
  if (encoding === undefined) {
    // Several alphabets and some bad rows: UTF-8 whose bad rows are refused singly.
    if (firstBadLine > 0 && !validMultibyte) throw notUtf8(source.name, evidence)
  } else if (firstBadLine === 0 && validMultibyte) {
    throw new CodedError(
      'wrong_encoding',
      `${source.name} is UTF-8, not ${encoding.toUpperCase()}. Leave out --encoding, or take the encoding out of the mapping. Nothing was changed.`,
    )
  }
}

type Evidence = {
  validMultibyte: boolean
  firstBadLine: number
  badByte: number
  /** The first of them, to guess their encoding by. */
  badRows: Buffer[]
  badBytes: number
}

const BAD_BYTES_KEPT = 65_536

/** @returns the number of lines */
function countEvidence(text: Buffer, firstLine: number, evidence: Evidence): number {
  if (isUtf8(text)) {
    if (!evidence.validMultibyte && !isAscii(text)) {
      // A byte order mark proves nothing about the rest.
      evidence.validMultibyte = !isAscii(text.subarray(startsWithBom(text) ? UTF8_BOM.length : 0))
    }
    return countLines(text)
  }
  let line = firstLine
  for (let start = 0; start < text.length; line += 1) {
    const feed = text.indexOf(LINE_FEED, start)
    const end = feed === -1 ? text.length : feed + 1
    const row = text.subarray(start, end)
    if (!isUtf8(row)) {
      if (evidence.firstBadLine === 0) {
        evidence.firstBadLine = line
        evidence.badByte = row.find((byte) => byte >= 0x80) ?? 0
      }
      if (evidence.badBytes < BAD_BYTES_KEPT) {
        evidence.badRows.push(Buffer.from(row.subarray(0, BAD_BYTES_KEPT)))
        evidence.badBytes += row.length
      }
    } else if (!isAscii(row)) evidence.validMultibyte = true
    start = end
  }
  return line - firstLine
}

function countLines(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf(LINE_FEED); at !== -1; at = text.indexOf(LINE_FEED, at + 1)) lines += 1
  return lines
}

/** @throws CodedError `not_csv`, `wrong_encoding` */
function requireText(name: string, sample: Buffer, asked: Encoding | undefined): void {
  if (sample.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'))) {
    throw new CodedError(
      'not_csv',
      `${name} is an Excel workbook or another ZIP archive, not CSV. In Excel: Save As, "CSV UTF-8 (Comma delimited)".`,
    )
  }
  if (sample.subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]))) {
    throw new CodedError('not_csv', `${name} is compressed with gzip. Unpack it first: gunzip ${name}`)
  }
  if (asked?.startsWith('utf-16')) return
  const order = utf16Order(sample)
  if (order !== undefined) throw wrongEncoding(name, order, 'UTF-16', 'by its first bytes')
  const controls = sample.filter(isControl).length
  if (controls > BINARY_CONTROLS_LEAST && controls > sample.length * BINARY_CONTROL_SHARE)
    throw new CodedError('not_csv', `${name} is not text: it is full of control characters.`)
}

/** An eighth of random bytes are control characters; text has hardly any. */
const BINARY_CONTROL_SHARE = 0.02
/** Fewer are broken rows, which are refused singly. */
const BINARY_CONTROLS_LEAST = 50
const isControl = (byte: number): boolean => byte < 0x20 && (byte < 0x09 || byte > 0x0d)

function utf16Order(sample: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  // Half of UTF-16 Latin text is NUL in every other byte, unlike a stray NUL in a row.
  const nuls = { even: 0, odd: 0 }
  sample.forEach((byte, at) => {
    if (byte === 0) nuls[at % 2 === 0 ? 'even' : 'odd'] += 1
  })
  const many = (sample.length / 2) * UTF16_NUL_SHARE
  if (sample.length < 4) return undefined
  if (nuls.odd > many && nuls.even < nuls.odd / 4) return 'utf-16le'
  return nuls.even > many && nuls.odd < nuls.even / 4 ? 'utf-16be' : undefined
}

const LOOKS_LIKE = {
  'windows-1252': 'Windows-1252, as Excel writes plain "CSV"',
  cp850: 'code page 850, as DOS programs and the command prompt write',
  cp437: 'code page 437, as DOS programs write',
  macintosh: 'Mac OS Roman, as Excel on a Mac writes "CSV (Macintosh)"',
}

function notUtf8(name: string, { firstBadLine, badByte, badRows }: Evidence): CodedError {
  const { encoding, isSure } = guessEncoding(Buffer.concat(badRows))
  const shown = iconv.decode(Buffer.of(badByte), encoding)
  const hex = badByte.toString(16).toUpperCase()
  const doubt = isSure ? '' : '; check the letters in a dry run, as it may be another one'
  return wrongEncoding(
    name,
    encoding,
    LOOKS_LIKE[encoding],
    `line ${firstBadLine} has the byte ${hex}, there "${shown}"${doubt}`,
  )
}

function wrongEncoding(name: string, encoding: Encoding, looksLike: string, because: string): CodedError {
  const source = encoding.toUpperCase()
  return new CodedError(
    'wrong_encoding',
    `${name} is not UTF-8. It looks like ${looksLike} (${because}). Either say so, --encoding ${encoding}, or convert it: iconv -f ${source} -t UTF-8 ${name} > converted.csv; in Excel: Save As, "CSV UTF-8". Nothing was changed.`,
  )
}

/** @throws CodedError `wrong_encoding` for broken UTF-16; single-byte encodings accept every byte */
async function* transcode(source: ImportSource, encoding: Encoding): AsyncIterable<Buffer> {
  if (encoding === 'cp850' || encoding === 'cp437') {
    // A byte is a character, so chunks can be decoded one by one.
    for await (const chunk of source.open()) yield Buffer.from(iconv.decode(Buffer.from(chunk), encoding))
    return
  }
  const decoder = new TextDecoder(encoding, { fatal: true })
  const decode = (chunk?: Uint8Array): Buffer => {
    try {
      return Buffer.from(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }))
    } catch (error) {
      throw new CodedError('wrong_encoding', `${source.name} is not ${encoding.toUpperCase()}.`, {
        cause: error,
      })
    }
  }
  for await (const chunk of source.open()) yield decode(chunk)
  yield decode()
}

async function* withoutBom(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Buffer> {
  let begin: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (begin === undefined) {
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      continue
    }
    begin = Buffer.concat([begin, chunk])
    if (begin.length < UTF8_BOM.length) continue
    yield startsWithBom(begin) ? begin.subarray(UTF8_BOM.length) : begin
    begin = undefined
  }
  if (begin !== undefined && begin.length > 0) yield begin
}

const startsWithBom = (text: Buffer): boolean => text.subarray(0, UTF8_BOM.length).equals(UTF8_BOM)
