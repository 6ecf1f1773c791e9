/**
 * Characters that texts from people and other systems may hold. A line break in a one-line text would begin a row of a
 * spreadsheet, and marks that change the direction of writing disguise a name.
 */

const CONTROLS = '\\p{Cc}\\u2028\\u2029'
const DIRECTION_MARKS = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069'

/** Patterns of the contract, for the flag `u`. */
export const ONE_LINE = `^[^${CONTROLS}${DIRECTION_MARKS}]*$`
export const ONE_LINE_NOT_BLANK = `^[^${CONTROLS}${DIRECTION_MARKS}]*[^\\s${CONTROLS}${DIRECTION_MARKS}][^${CONTROLS}${DIRECTION_MARKS}]*$`
export const SEVERAL_LINES = `^(?:[^${CONTROLS}${DIRECTION_MARKS}]|[\\n\\r\\t])*$`

/**
 * Codes are the supplier's own: any printable characters and single spaces between them. `.` and `..` would be lost in
 * the path of a URL.
 */
export const CODE_LENGTH_MAX = 40
export const CODE = '^(?!\\.{1,2}$)[^\\p{C}\\p{Z}]+(?: [^\\p{C}\\p{Z}]+)*$'
const code = new RegExp(CODE, 'u')

export const isCode = (text: string): boolean => text.length <= CODE_LENGTH_MAX && code.test(text)

/** For the name of a file: without the characters that Windows refuses. */
export const inFileName = (text: string): string => text.replace(/[\\/:*?"<>|]/g, '-')

const oneLine = new RegExp(ONE_LINE, 'u')
const severalLines = new RegExp(SEVERAL_LINES, 'u')
export const isOneLine = (text: string): boolean => oneLine.test(text)
export const isSeveralLines = (text: string): boolean => severalLines.test(text)

/** For texts that are pasted: a phone's contacts, for instance, put direction marks around a number. */
export const tidyLine = (typed: string): string =>
  withoutMarks(typed)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()

export const tidyLines = (typed: string): string =>
  withoutMarks(typed)
    .replace(/[\u2028\u2029]/g, '\n')
    .replace(/(?![\n\r\t])\p{Cc}+/gu, '')
    .trim()

const MARK = new RegExp(`[${DIRECTION_MARKS}]`, 'gu')
const withoutMarks = (text: string): string => text.replace(MARK, '')
