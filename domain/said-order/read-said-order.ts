import { quickLinesOf } from '#domain/quick-add.ts'
import {
  goodsWithin,
  isChatter,
  isGreeted,
  isName,
  isNone,
  isReference,
  isSignOff,
  isThanks,
  stampOf,
} from './chatter.ts'
import { beginsLine, breaksOf, isCountAlone, isCounted, type SaidLine, saidLineOf } from './said-line.ts'

/**
 * A message in which a kitchen orders: typed, pasted, dictated or shared from another app. Everything written is either in a line or
 * in `ignored`, but for the "and" between two lines, bullets and numbering.
 */
export type SaidOrder = { lines: SaidLine[]; ignored: Ignored[] }

/** `none`: "no milk today" asks for nothing. `reference`: "same as last week" names no goods. `tooLong`: where the reading ended. */
export type Ignored = { text: string; why: 'chatter' | 'none' | 'reference' | 'tooLong' }

/** Characters, some 400 lines: nobody checks more than these. A list of codes is not checked, and may be longer. */
export const SAID_LENGTH_MAX = 10_000
const SHOWN_OF_REST = 60

type IsCode = (part: string) => boolean

/** @param isCode true for a part that is a known code and its quantity, which stays whole. Asked for each part that may be one. */
export const readSaidOrder = (message: string, isCode: IsCode = () => false): SaidOrder => {
  const order: SaidOrder = { lines: [], ignored: [] }
  const setAside = (text: string, why: Ignored['why'] = 'chatter') => {
    if (HAS_WORD.test(text)) order.ignored.push({ text: text.trim(), why })
  }
  const written = writtenRowsOf(message)
  const rows = unnumbered(saidRowsOf(message))
  if (rows.length < written.length) setAside(written[0] ?? '')
  for (const [at, row] of rows.entries()) {
    const rest = rows.slice(at)
    if (at === 0 && HEADER.test(row)) {
      setAside(row)
      continue
    }
    if (isSignOff(row) || (isThanks(row) && rest.length <= 3 && rest.slice(1).every(isName))) {
      for (const last of rest) setAside(last)
      break
    }
    if (isCode(row)) {
      order.lines.push({ text: row, words: row })
      continue
    }
    const stamp = stampOf(row)
    setAside(stamp)
    readRow(row.slice(stamp.length), order, isCode, setAside)
  }
  const unread = message.slice(readTo(message))
  if (unread.length > 0) setAside(`${unread.slice(0, SHOWN_OF_REST)}…`, 'tooLong')
  return order
}

/** The cut is never made within a line: "10 mayo" might become "1". */
const readTo = (message: string): number => {
  if (message.length <= SAID_LENGTH_MAX) return message.length
  const read = message.slice(0, SAID_LENGTH_MAX)
  return Math.max(read.lastIndexOf('\n'), read.lastIndexOf(', '), 0)
}

const HAS_WORD = /[\p{L}\p{N}]/u
const HAS_LETTER = /\p{L}/u

/** Without the headings of an order sheet. */
const saidRowsOf = (message: string): string[] =>
  quickLinesOf(writtenRowsOf(message).join('\n')).map((row) => row.replace(BULLET, ''))

const writtenRowsOf = (message: string): string[] =>
  message
    .slice(0, readTo(message))
    .replace(/[’‘]/g, "'")
    .split(/[\r\n\u2028\u2029]+/)
    .filter((row) => HAS_WORD.test(row))

const unnumbered = (rows: readonly string[]): string[] => {
  const inTurn = rows.filter((row, at) => NUMBERING.exec(row)?.[1] === String(at + 1))
  const isNumbered = inTurn.length > Math.max(1, rows.length / 2)
  return rows.map((row) => (isNumbered ? row.replace(NUMBERING, '') : row))
}

/** Quick add's own headings have a code. */
const HEADER =
  /^(?:product|item|description|name|goods)s?\s*[,;|\t ]\s*(?:.*[,;|\t ])?(?:qty|quantity|cases|amount|order)$/i

const BULLET = /^(?:[-–—•·*>▪◦●✓✅☐]+|\[[ x]?\])\s*/u
const NUMBERING = /^\(?(\d{1,2})[.)]\s+/

/** Within a row a shorter number is a count. */
const MAY_BE_CODE = /(?=\S*\d)\S{4,}/

function readRow(
  row: string,
  { lines }: SaidOrder,
  isCode: IsCode,
  setAside: (text: string, why?: Ignored['why']) => void,
) {
  const found: SaidLine[] = []
  let hasCode = false
  for (const piece of piecesOf(row)) {
    if (MAY_BE_CODE.test(piece) && isCode(piece)) {
      hasCode = true
      found.push({ text: piece, words: piece })
    } else if (isReference(piece)) setAside(piece, 'reference')
    else if (isNone(piece)) setAside(piece, 'none')
    else if (isChatter(piece)) setAside(piece)
    else {
      const { from, to } = goodsWithin(piece)
      const goods = piece.slice(from, to)
      const isPersons =
        from > 0 && isGreeted(piece) && !isCounted(goods) && (isName(goods) || isChatter(goods))
      if (!HAS_LETTER.test(goods) || isPersons || isReference(goods)) {
        setAside(piece, isReference(goods) && !isPersons && HAS_LETTER.test(goods) ? 'reference' : 'chatter')
        continue
      }
      setAside(piece.slice(0, from))
      if (isNone(goods)) setAside(goods, 'none')
      else found.push(...linesOf(goods))
      setAside(piece.slice(to))
    }
  }
  const [first, second] = found
  if (
    hasCode ||
    found.length !== 2 ||
    !first ||
    !second ||
    first.parts ||
    second.parts ||
    isCounted(first.text)
  ) {
    lines.push(...found)
    return
  }
  const whole = wholeOf(row, first, second)
  lines.push(...(/^,\s*$/.test(whole.between) ? [joined(whole.text, [first, second])] : found))
}

/** "Lemons and limes", "milk and 2 bread" without a count before the "and". */
const linesOf = (goods: string): SaidLine[] => {
  const breaks = [0, ...breaksOf(goods), goods.length]
  return breaks.slice(1).flatMap((to, at) => {
    const text = goods.slice(breaks[at], to).trim()
    if (!HAS_WORD.test(text)) return []
    const parts = text.split(AND).filter((part) => HAS_LETTER.test(part))
    const [first, second] = parts
    if (first === undefined || second === undefined || parts.length > 2) return [saidLineOf(text)]
    return [joined(text, [saidLineOf(first.trim()), saidLineOf(second.trim())])]
  })
}

const wholeOf = (row: string, first: SaidLine, second: SaidLine) => {
  const from = row.indexOf(first.text)
  const between = from + first.text.length
  const to = row.indexOf(second.text, between)
  return { text: row.slice(from, to + second.text.length), between: row.slice(between, to) }
}

const joined = (text: string, parts: [SaidLine, SaidLine]): SaidLine => ({
  ...saidLineOf(text.replace(/,/g, ' ')),
  text,
  parts,
})

const AND = /\s+(?:and|&)\s+/iu
/** Not in "1,000" or "2,5kg", and not within brackets. */
const SEPARATOR =
  /[;•|]|,(?!\d)|(?<!\d),|\s\/\s|\s\+\s|(?<=\p{L}{2}|\))[.!?](?=\s|$)|\s+(?:plus|also)\s+|\s+(?:and|&)\s+(?:then\s+|also\s+)?/giu

/** The parts of a row between marks, and before an "and" that begins another line. A count alone stays with its goods. */
function piecesOf(row: string): string[] {
  const pieces: string[] = []
  let from = 0
  const cut = (to: number, next: number) => {
    const piece = row.slice(from, to)
    from = next
    if (HAS_WORD.test(piece)) pieces.push(piece.trim())
  }
  for (const { index, 0: mark } of row.matchAll(SEPARATOR)) {
    const after = row.slice(index + mark.length)
    if (depthAt(row, index) > 0) continue
    if (
      /and|&/i.test(mark) &&
      !(beginsLine(after) && !/^half\b/i.test(after)) &&
      !isCounted(row.slice(from, index))
    )
      continue
    if (/and|&/i.test(mark) && !beginsLine(after) && !/\d\)?\s*$/.test(row.slice(from, index))) continue
    const nextMark = after.search(/[;,]/)
    const next = nextMark === -1 ? after : after.slice(0, nextMark)
    // "Mayo, 2" is one line, and "10234,6" a code and its quantity.
    if (isCountAlone(next) && !isCounted(row.slice(from, index))) continue
    cut(index, index + mark.length)
  }
  cut(row.length, row.length)
  return pieces
}

const depthAt = (text: string, index: number): number => {
  const before = text.slice(0, index)
  const open = before.split('(').length - before.split(')').length
  return open > 0 && text.indexOf(')', index) > 0 ? open : 0
}
