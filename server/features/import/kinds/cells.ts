import { tidyPrefix } from '#domain/delivery-route.ts'
import { isGtin } from '#domain/gtin.ts'
import { isDay, londonInstant } from '#domain/london-time.ts'
import { isPostcode, tidyPostcode } from '#domain/postcode.ts'
import { typedDay } from '#domain/typed-day.ts'
import { CODE_LENGTH_MAX, isCode, isOneLine, isSeveralLines } from '#domain/typed-text.ts'
import type { RowProblemCode, WarningCode } from '#server/features/import/problems.ts'
import { isPasswordHash } from '#server/passwords.ts'
import { DECIMAL_COMMA_HINT, type NumberForm, readNumber, type WrittenNumber } from './numbers.ts'

/**
 * Strict: ambiguous text is refused, never guessed. Readers get trimmed text; the field handles empty cells. A warning is
 * reported, but the value is imported.
 */
export type Reading =
  | { value: unknown; warning?: { code: WarningCode; why: string } }
  | { code: RowProblemCode; why: string }
export type CellReader = (text: string, form?: CellForm) => Reading

/** How the file writes numbers: the mapping says so, or else the file's delimiter. */
export type CellForm = { decimal?: NumberForm | undefined; percent?: boolean | undefined }

const value = (read: unknown): Reading => ({ value: read })
const problem = (code: RowProblemCode, why: string): Reading => ({ code, why })
const warned = (read: unknown, code: WarningCode, why: string): Reading => ({
  value: read,
  warning: { code, why },
})

/** Text beginning with =, +, - or @ is data too; domain/csv.ts defuses it. */
export const textCell =
  (mostCharacters: number): CellReader =>
  (text) =>
    isOneLine(text)
      ? longText(mostCharacters)(text)
      : problem('control_character', 'It has a line break, a tab or another character that cannot be seen.')

export const longText =
  (mostCharacters: number): CellReader =>
  (text) => {
    if (!isSeveralLines(text))
      return problem('control_character', 'It has a NUL or another character that cannot be seen.')
    return text.length > mostCharacters
      ? problem(
          'too_long',
          `It has ${thousands(text.length)} characters; ${thousands(mostCharacters)} are allowed.`,
        )
      : value(text)
  }

/** A code in the supplier's own system. */
export const codeCell: CellReader = (text) => {
  if (SHORTENED.test(text)) return problem('invalid_text', SHORTENED_WHY)
  return isCode(text)
    ? value(text)
    : problem(
        'invalid_text',
        `It must have ${CODE_LENGTH_MAX} characters at most, all of them visible, and single spaces only.`,
      )
}

/** `5.00016E+12`: what a spreadsheet makes of a long number, whose last digits are lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i
const SHORTENED_WHY =
  'A spreadsheet has shortened this number. Format its column as text, and export it again.'

export const postcodeCell: CellReader = (text) =>
  isPostcode(text)
    ? value(tidyPostcode(text))
    : problem('invalid_text', 'It must be a postcode such as HX1 1AA.')

/** `what` finishes the sentence "It must be …". */
export const patternCell =
  (pattern: Pick<RegExp, 'test'>, what: string): CellReader =>
  (text) =>
    pattern.test(text) ? value(text) : problem('invalid_text', `It must be ${what}.`)

export const choiceCell =
  (choices: readonly string[]): CellReader =>
  (text) =>
    choices.includes(text)
      ? value(text)
      : problem('invalid_choice', `It must be one of ${choices.join(', ')}.`)

export const integerCell =
  (least: number, most: number): CellReader =>
  (text, form) => {
    const number = wholeNumber(text, form)
    if (typeof number !== 'number') return number
    return number < least || number > most
      ? problem('out_of_range', `It must be from ${thousands(least)} to ${thousands(most)}.`)
      : value(number)
  }

/** Below zero counts as 0, and 6.50 as 6: a row that is refused leaves the old stock on sale. */
export const stockCell =
  (most: number): CellReader =>
  (text, form = {}) => {
    const read = readNumber(text, form.decimal)
    // With three decimals, 1.234 could be a thousand.
    if ('hint' in read || read.fraction.length > 2) return integerCell(0, most)(text, form)
    const { isNegative, whole, fraction } = read
    if (isNegative && (whole !== '0' || fraction !== ''))
      return warned(0, 'below_zero', 'It is below zero and counts as 0.')
    const reading = integerCell(0, most)(whole)
    return fraction === '' || 'code' in reading
      ? reading
      : warned(reading.value, 'rounded_down', `Stock is in whole units, so it counts as ${whole}.`)
  }

function wholeNumber(text: string, form: CellForm = {}): number | Exclude<Reading, { value: unknown }> {
  const read = readNumber(text, form.decimal)
  const why = 'It must be a whole number in digits.'
  if ('hint' in read) return { code: 'invalid_number', why: `${why} ${read.hint}`.trim() }
  if (read.fraction !== '')
    return { code: 'invalid_number', why: `${why} It has a fraction. ${pointHint(text, form)}`.trim() }
  return signed(read)
}

const signed = ({ isNegative, whole }: WrittenNumber): number => {
  const number = Number(whole)
  return isNegative && number > 0 ? -number : number
}

/** `1.234` is a thousand elsewhere. */
const pointHint = (text: string, { decimal }: CellForm): string =>
  decimal === undefined && /^\D*\d{1,3}\.\d{3}\D*$/.test(text)
    ? 'If its point separates thousands, say so in the mapping: "decimal": ",".'
    : ''

/** `HX`, `HX1` or `HX1 1`. */
export const prefixCell: CellReader = (text) => {
  const prefix = tidyPrefix(text)
  return prefix === undefined
    ? problem('invalid_text', 'It must be an area, a district or a sector, such as HX, HX1 or HX1 1.')
    : value(prefix)
}

const BASIS_POINTS_MAX = 10_000

/** `2000`; `20%`, or `20` where the mapping says "percent". A rate of 1 % or less is a mistaken unit. */
export const basisPointsCell: CellReader = (text, form = {}) => {
  const [, percents] = /^(.*?)\s*%$/.exec(text) ?? []
  const isPercent = form.percent === true || percents !== undefined
  const read = readNumber(percents ?? text, form.decimal)
  if ('hint' in read) return problem('invalid_number', `It must be a VAT rate in digits. ${read.hint}`.trim())
  const number = Number(`${signed(read)}.${read.fraction || '0'}`)
  const rate = isPercent ? Math.round(number * 100) : number
  if (isPercent && read.fraction.length > 2)
    return problem('invalid_number', 'It has more than two decimals of a per cent.')
  if (read.isNegative || rate > BASIS_POINTS_MAX)
    return problem('out_of_range', `It must be from 0 to ${thousands(BASIS_POINTS_MAX)}.`)
  if (rate > 0 && rate <= 100) {
    const hint = isPercent
      ? 'In per cent, 20 % is 20.'
      : 'Basis points are hundredths of a per cent: 20 % is 2000. If the column is in per cent, say so in the mapping: "percent": true.'
    return problem('out_of_range', `It would be a VAT rate of ${rate / 100} %. ${hint}`)
  }
  return Number.isInteger(rate) ? value(rate) : problem('invalid_number', 'It must be whole basis points.')
}

/** In degrees, kept as text to lose no digit. */
export const degreesCell =
  (most: number): CellReader =>
  (text) => {
    if (!/^-?\d{1,3}(\.\d{1,10})?$/.test(text))
      return problem('invalid_number', 'It must be decimal degrees.')
    return Math.abs(Number(text)) > most
      ? problem('out_of_range', `It must be from -${most} to ${most}.`)
      : value(text)
  }

const TRUE = ['true', 'yes', 'y', '1']
const FALSE = ['false', 'no', 'n', '0']

export const booleanCell: CellReader = (text) => {
  const word = text.toLowerCase()
  if (TRUE.includes(word)) return value(true)
  if (FALSE.includes(word)) return value(false)
  return problem('invalid_boolean', 'It must be yes or no, true or false, y or n, 1 or 0.')
}

export const INTEGER_AT_MOST = 2_147_483_647
export const PENCE_AT_MOST = 1_000_000_000

/** Without a point: 75.00 in a column of pence would be pounds. */
export const penceCell: CellReader = (text) => {
  if (!/^(?:\d{1,15}|[1-9]\d{0,2}(?:,\d{3}){1,4})$/.test(text))
    return problem('invalid_money', 'It must be whole pence in digits. Pounds have a column of their own.')
  return moneyWithin(Number(text.replaceAll(',', '')))
}

/** `12`, `12.5`, `12.50`, `12.50000`, `1,234.50`, with or without £ or GBP; all thousands have commas, or none. */
export const poundsCell: CellReader = (text, form = {}) => {
  const read = readNumber(text.replace(STERLING, '').replace(POUND_SIGN, '$1').trim(), form.decimal)
  const pounds = 'It must be pounds such as 12, 12.50 or £1,234.50, never negative.'
  if ('hint' in read) return problem('invalid_money', `${pounds} ${read.hint}`.trim())
  const { isNegative, whole, fraction } = read
  const pence = Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2))
  if (fraction.length > 2)
    return problem(
      'invalid_money',
      `It has more than two decimals, which would change the amount. ${pointHint(text, form)}`.trim(),
    )
  return isNegative && pence > 0 ? problem('invalid_money', pounds) : moneyWithin(pence)
}

const STERLING = /^GBP(?=[\s\d])|(?<=[\s\d])GBP$/i
/** Before the digits or after them: `12£50` is twelve pounds fifty, not 1250. */
const POUND_SIGN = /^([-\u2212+( ]*)£|£(?=[-) ]*$)/

function moneyWithin(pence: number): Reading {
  return pence > PENCE_AT_MOST
    ? problem('out_of_range', `It must be at most £${thousands(PENCE_AT_MOST / 100)}.`)
    : value(pence)
}

/** `2026-12-25`, `25/12/2026`, `25.12.26`, `25-Dec-2026` or `20261225`, the day before the month; midnight may follow. */
export const dayCell: CellReader = (text) => {
  const written = text.replace(MIDNIGHT, '').replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  const dashed = /[a-z]/i.test(written) ? ' ' : '/'
  const found = typedDay(/^\d{4}-/.test(written) ? written : written.replaceAll('-', dashed))
  if (found?.year === undefined)
    return problem(
      'invalid_date',
      `It must be a day such as 2026-12-25 or 25/12/2026. ${/^\d{5}$/.test(text) ? SERIAL_HINT : ''}`.trim(),
    )
  const day = `${found.year}-${found.monthAndDay}`
  return isDay(day) ? value(day) : problem('invalid_date', 'There is no such day.')
}

const MIDNIGHT = /[T ]0?0:00(?::00(?:\.0+)?)?$/
const SERIAL_HINT = 'It may be a spreadsheet’s number of a day: format its column as a date.'

/** `22:00` or `7:30`; a spreadsheet adds seconds. */
export const timeCell: CellReader = (text) => {
  const [, hours = '', minutes = ''] = /^([01]?\d|2[0-3]):([0-5]\d)(?::00)?$/.exec(text) ?? []
  return hours === ''
    ? problem('invalid_time', 'It must be a time such as 22:00.')
    : value(`${hours.padStart(2, '0')}:${minutes}`)
}

/** `07:00-09:00=12`: its times in London and the orders it takes. */
export const slotCell: CellReader = (text) => {
  const [, from = '', to = '', orders = ''] = /^(\d{2}:\d{2})[-–](\d{2}:\d{2})=(\d{1,4})$/.exec(text) ?? []
  if (orders === '')
    return problem('invalid_text', 'It must be a slot and how many orders it takes, such as 07:00-09:00=12.')
  if (!('value' in timeCell(from)) || !('value' in timeCell(to)))
    return problem('invalid_time', 'There is no such time.')
  if (from >= to) return problem('out_of_range', 'It must end after it begins.')
  return Number(orders) > 0
    ? value({ from, to, capacity: Number(orders) })
    : problem('out_of_range', 'It must take at least one order.')
}

/** `2026-12-24 06:30` in London, with `T`, seconds or an offset too; as an ISO instant in UTC. */
export const momentCell: CellReader = (text) => {
  const [, day = '', time = '', rest = '', offset] =
    /^(.{6,17})[T ](\d{1,2}:\d{2})((?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? []
  const [dayRead, timeRead] = [dayCell(day), timeCell(time)]
  if (!('value' in dayRead)) return problem('invalid_date', 'It must be a time such as 2026-12-24 06:30.')
  if (!('value' in timeRead)) return problem('invalid_time', 'There is no such time.')
  const seconds = Number(rest.slice(1) || 0)
  const minute =
    offset === undefined
      ? londonInstant(String(dayRead.value), String(timeRead.value))
      : new Date(`${dayRead.value}T${timeRead.value}:00${offset}`)
  return seconds >= 60 || Number.isNaN(minute.getTime())
    ? problem('invalid_time', 'There is no such time.')
    : value(new Date(minute.getTime() + seconds * 1000).toISOString())
}

export type ProductWeight = { product_no: string; grams: number }

/** `100234=12.450`: a product and kilograms. Whole grams, so that no digit of a scale is lost. */
export const weightCell: CellReader = (text, { decimal } = {}) => {
  const [, product_no = '', kilograms = '', mark, part = ''] =
    /^(.{1,40}?) ?= ?(\d{1,9})(?:([.,])(\d{1,3})0*)?(?: ?kg)?$/.exec(text) ?? []
  if (kilograms === '' || (mark !== undefined && (mark === ',') !== (decimal === ',')))
    return problem(
      'invalid_text',
      `It must be a product and its delivered weight in kilograms, such as 100234=12.450. ${mark === ',' ? DECIMAL_COMMA_HINT : ''}`.trim(),
    )
  const grams = Number(kilograms) * 1000 + Number(part.padEnd(3, '0'))
  if (grams === 0)
    return problem('out_of_range', 'A weight must be more than nothing. Say what did not come as a quantity.')
  return grams > INTEGER_AT_MOST
    ? problem('out_of_range', `It must be at most ${thousands(Math.floor(INTEGER_AT_MOST / 1000))} kg.`)
    : value({ product_no, grams } satisfies ProductWeight)
}

/** A spreadsheet drops leading zeros: a UPC of eleven digits whose check digit is right is one of twelve. */
export const gtinCell: CellReader = (text) => {
  const whole = /^\d{7,11}$/.test(text) ? text.padStart(text.length < 9 ? 8 : 12, '0') : text
  if (isGtin(whole)) return value(whole)
  return problem(
    'invalid_gtin',
    SHORTENED.test(text)
      ? SHORTENED_WHY
      : 'It must have 8, 12, 13 or 14 digits, the last one checking the others.',
  )
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** ISO (1 Monday to 7 Sunday), or a name of three letters or more. */
export const weekdayCell: CellReader = (text) => {
  if (/^[1-7]$/.test(text)) return value(Number(text))
  const at = text.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(text.toLowerCase()))
  return at === -1
    ? problem('invalid_choice', 'It must be a weekday: Mon to Sun, or 1 (Monday) to 7 (Sunday).')
    : value(at + 1)
}

/** Common spellings only: a subset of what mail programs accept. */
export const emailCell: CellReader = (text) =>
  text.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+\.[^\s@.<>(),;:"[\]\\]+$/.test(text)
    ? value(text)
    : problem('invalid_text', 'It must be an e-mail address.')

/** A contact may have several; mail goes to the first. */
export const contactEmailCell: CellReader = (text) => {
  const [first = '', ...others] = text.split(/\s*[;,]\s*/).filter((address) => address !== '')
  const faulty = [first, ...others].map((address) => emailCell(address)).find((read) => 'code' in read)
  if (faulty) return faulty
  return others.length === 0
    ? value(first)
    : warned(first, 'first_address_only', 'It has several e-mail addresses; the first was imported.')
}

/** Bounded, since each sign-in spends that memory and time. */
export const passwordHashCell: CellReader = (text) =>
  isPasswordHash(text)
    ? value(text)
    : problem(
        'invalid_password_hash',
        'It must be an Argon2id hash, $argon2id$v=19$m=…,t=…,p=…$salt$hash, with m from 7168 to 65536, t up to 10, p up to 4 and m × t up to 262144.',
      )

const thousands = (number: number): string => number.toLocaleString('en-GB')
