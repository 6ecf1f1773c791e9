/** Numbers as other systems write them. What may mean two things is not read, unless the mapping names the decimal mark. */
export type DecimalMark = '.' | ','

/** Digits alone. `fraction` is without zeros at its end, which lose nothing: 14.00 is 14. */
export type WrittenNumber = { isNegative: boolean; whole: string; fraction: string }

/** @returns a hint where the text could be a number of another country; '' for any other text */
export const readNumber = (text: string, decimal?: DecimalMark): WrittenNumber | { hint: string } => {
  const { isNegative, digits } = signOf(text.replace(OTHER_SPACES, ' ').replace('\u2212', '-'))
  const forms = decimal === undefined ? [...FORMS['.'], ...UNMISTAKABLE] : FORMS[decimal]
  for (const form of forms) {
    const [matched, whole = '', fraction = ''] = form.exec(digits) ?? []
    if (matched === undefined) continue
    return {
      isNegative,
      whole: whole.replace(/[., ]/g, '').replace(/^0+(?=\d)/, '') || '0',
      fraction: fraction.replace(/0+$/, ''),
    }
  }
  return { hint: decimal === undefined && /^\d+,\d+$/.test(digits) ? DECIMAL_COMMA_HINT : '' }
}

const DECIMAL_COMMA_HINT = 'If its comma is a decimal comma, say so in the mapping: "decimal": ",".'

/** `-3`, `3-` and `(3)` are the same. */
const signOf = (text: string): { isNegative: boolean; digits: string } => {
  const [, inner] = /^\((.+)\)$/.exec(text) ?? /^- ?(.+)$/.exec(text) ?? /^(.+?) ?-$/.exec(text) ?? []
  return inner === undefined
    ? { isNegative: false, digits: text.replace(/^\+/, '') }
    : { isNegative: true, digits: inner.trim() }
}

const OTHER_SPACES = /[\u00a0\u2009\u202f]/g
/** Longer numbers fit no column. */
const DIGITS = '\\d{1,15}'

const FORMS: Record<DecimalMark, RegExp[]> = {
  '.': [new RegExp(`^(${DIGITS}|\\d{1,3}(?:[, ]\\d{3}){1,4})(?:\\.(\\d{0,15}))?$`), /^()\.(\d{1,15})$/],
  ',': [new RegExp(`^(${DIGITS}|\\d{1,3}(?:[. ]\\d{3}){1,4})(?:,(\\d{0,15}))?$`), /^(),(\d{1,15})$/],
}

/** `1.234,50` and `1.234.567`, whose points can only separate thousands. */
const UNMISTAKABLE = [/^(\d{1,3}(?:\.\d{3}){1,4}),(\d{1,15})$/, /^(\d{1,3}(?:\.\d{3}){2,4})$/]
