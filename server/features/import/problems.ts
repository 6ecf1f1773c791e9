/**
 * Row problems affect one row; a CodedError means that the file or mapping is unreadable and nothing changed. Codes
 * are stable: reports and docs/import.md use them.
 */

export const ROW_PROBLEM_CODES = [
  'not_utf8',
  'quote_not_closed',
  'bad_quotes',
  'row_too_large',
  'too_few_cells',
  'too_many_cells',
  'end_of_report',
  'missing_value',
  'too_long',
  'control_character',
  'invalid_text',
  'invalid_number',
  'out_of_range',
  'invalid_money',
  'invalid_boolean',
  'invalid_date',
  'invalid_time',
  'invalid_choice',
  'invalid_gtin',
  'invalid_password_hash',
  'too_many_values',
  'contradiction',
  'duplicate_key',
  'unknown_product',
  'unknown_price_list',
  'unknown_customer',
  'unknown_agent',
  'unknown_distributor',
  'unknown_order',
  'order_not_open',
  'time_goes_back',
  'implausible_weight',
  'total_differs',
  'already_issued',
  'refused_by_database',
] as const
export type RowProblemCode = (typeof ROW_PROBLEM_CODES)[number]

/** The row was imported, but something of it is worth a look. */
export const WARNING_CODES = ['below_zero', 'rounded_down', 'first_address_only', 'other_zeros'] as const
export type WarningCode = (typeof WARNING_CODES)[number]

export type Problem<Code extends string = RowProblemCode> = {
  code: Code
  column: string | null
  value: string | null
  why: string
}

export type Warning = Problem<WarningCode>

export const problemOf = (
  code: RowProblemCode,
  column: string,
  value: string | null,
  why: string,
): Problem => ({ code, column, value: value === null ? null : clip(value), why })

/** `line` is where the row begins, from 1. */
export type RefusedRow = { line: number; problems: Problem[] }
export type WarnedRow = { line: number; warnings: Warning[] }

const VALUE_SHOWN_AT_MOST = 80

export const clip = (text: string): string => {
  // Avoids splitting characters.
  const characters = Array.from(text.slice(0, 2 * VALUE_SHOWN_AT_MOST + 2))
  const isLong = characters.length > VALUE_SHOWN_AT_MOST
  const shown = isLong ? `${characters.slice(0, VALUE_SHOWN_AT_MOST).join('')}…` : characters.join('')
  return shown.replace(/[\p{Cc}\u2028\u2029]/gu, '·')
}
