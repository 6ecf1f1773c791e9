import { isGtin } from '#domain/gtin.ts'
import { isDay, londonInstant } from '#domain/london-time.ts'
import type { RowProblemCode } from '#server/features/import/problems.ts'
import { isPasswordHash } from '#server/passwords.ts'

/** Strict: ambiguous text is refused, never guessed. Readers get trimmed text; the field handles empty cells. */
export type Reading = { value: unknown } | { code: RowProblemCode; why: string }
export type CellReader = (text: string) => Reading

const value = (read: unknown): Reading => ({ value: read })
const problem = (code: RowProblemCode, why: string): Reading => ({ code, why })

/** Text beginning with =, +, - or @ is data too; csv-writer.ts escapes it. */
export const textCell =
  (mostCharacters: number): CellReader =>
  (text) =>
    /[\n\r]/.test(text)
      ? problem('control_character', 'Contains a line break.')
      : longText(mostCharacters)(text)

export const longText =
  (mostCharacters: number): CellReader =>
  (text) =>
    text.length > mostCharacters
      ? problem(
          'too_long',
          `It has ${thousands(text.length)} characters; ${thousands(mostCharacters)} are allowed.`,
        )
      : value(text)

/** `what` finishes the sentence "It must be …". */
export const patternCell =
  (pattern: RegExp, what: string): CellReader =>
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
  (text) => {
    if (!/^-?\d{1,15}$/.test(text)) return problem('invalid_number', 'It must be a whole number in digits.')
    const number = Number(text)
    return number < least || number > most
      ? problem('out_of_range', `It must be from ${thousands(least)} to ${thousands(most)}.`)
      : value(number)
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

export const penceCell: CellReader = (text) => {
  if (!/^\d{1,15}$/.test(text)) return problem('invalid_money', 'It must be whole pence in digits.')
  return moneyWithin(Number(text))
}

/** `12`, `12.5`, `12.50`, `1,234.50`, with or without £; all thousands have commas, or none. */
export const poundsCell: CellReader = (text) => {
  const match = /^£? ?(\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.(\d{1,2}))?$/.exec(text)
  if (match === null) {
    return problem('invalid_money', 'It must be pounds such as 12, 12.50 or £1,234.50, never negative.')
  }
  const [, pounds = '', part = ''] = match
  return moneyWithin(Number(pounds.replaceAll(',', '')) * 100 + Number(part.padEnd(2, '0')))
}

function moneyWithin(pence: number): Reading {
  return pence > PENCE_AT_MOST
    ? problem('out_of_range', `It must be at most £${thousands(PENCE_AT_MOST / 100)}.`)
    : value(pence)
}

export const dayCell: CellReader = (text) => {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  const british = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text)
  const day = iso ? text : british ? `${british[3]}-${british[2]}-${british[1]}` : undefined
  if (day === undefined) return problem('invalid_date', 'It must be a day such as 2026-12-25 or 25/12/2026.')
  return isDay(day) ? value(day) : problem('invalid_date', 'There is no such day.')
}

export const timeCell: CellReader = (text) =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
    ? value(text)
    : problem('invalid_time', 'It must be a time such as 22:00.')

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
    /^(\d{4}-\d{2}-\d{2}|\d{2}\/\d{2}\/\d{4})[T ](\d{2}:\d{2})((?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?$/.exec(
      text,
    ) ?? []
  const read = dayCell(day)
  if (!('value' in read)) return problem('invalid_date', 'It must be a time such as 2026-12-24 06:30.')
  if (!('value' in timeCell(time))) return problem('invalid_time', 'There is no such time.')
  const seconds = Number(rest.slice(1) || 0)
  const minute =
    offset === undefined
      ? londonInstant(String(read.value), time)
      : new Date(`${read.value}T${time}:00${offset}`)
  return seconds >= 60 || Number.isNaN(minute.getTime())
    ? problem('invalid_time', 'There is no such time.')
    : value(new Date(minute.getTime() + seconds * 1000).toISOString())
}

export const gtinCell: CellReader = (text) =>
  isGtin(text)
    ? value(text)
    : problem('invalid_gtin', 'It must have 8, 12, 13 or 14 digits, the last one checking the others.')

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

/** Bounded, since each sign-in spends that memory and time. */
export const passwordHashCell: CellReader = (text) =>
  isPasswordHash(text)
    ? value(text)
    : problem(
        'invalid_password_hash',
        'It must be an Argon2id hash, $argon2id$v=19$m=…,t=…,p=…$salt$hash, with m from 7168 to 65536, t up to 10, p up to 4 and m × t up to 262144.',
      )

const thousands = (number: number): string => number.toLocaleString('en-GB')
