/** Numbers as other systems write them. What may mean two things is not read, unless the mapping names the decimal mark. */
export type DecimalMark = '.' | ','

/** `either`: spreadsheets separate cells by semicolons where the comma is the decimal mark, but so do some other programs. */
export type NumberForm = DecimalMark | 'either'

/** Digits alone. `fraction` is without zeros at its end, which lose nothing: 14.00 is 14. */
export type WrittenNumber = { isNegative: boolean; whole: string; fraction: string }

/** @returns a hint where the text could be a number of another country; '' for any other text */
export const readNumber = (text: string, form?: NumberForm): WrittenNumber | { hint: string } => {
  const { isNegative, digits } = signOf(text.replace(OTHER_SPACES, ' ').replace('\u2212', '-'))
  const [found, other] = formsOf(form).flatMap((forms) => partsOf(digits, forms) ?? [])
  if (found && (!other || (found.whole === other.whole && found.fraction === other.fraction)))
    return { isNegative, ...found }
  if (other) return { hint: EITHER_HINT }
  return { hint: form === undefined && /^\d+,\d+$/.test(digits) ? DECIMAL_COMMA_HINT : '' }
}

export const DECIMAL_COMMA_HINT = 'If its comma is a decimal comma, say so in the mapping: "decimal": ",".'
const EITHER_HINT =
  'Its mark may be a decimal mark or separate thousands: say which in the mapping, "decimal": "." or ",".'

/** `-3`, `3-` and `(3)` are the same. */
const signOf = (text: string): { isNegative: boolean; digits: string } => {
  const [, inner] = /^\((.+)\)$/.exec(text) ?? /^- ?(.+)$/.exec(text) ?? /^(.+?) ?-$/.exec(text) ?? []
  return inner === undefined
    ? { isNegative: false, digits: text.replace(/^\+/, '') }
    : { isNegative: true, digits: inner.trim() }
}

const partsOf = (digits: string, forms: readonly RegExp[]): Omit<WrittenNumber, 'isNegative'> | undefined => {
  for (const form of forms) {
    const [matched, whole = '', fraction = ''] = form.exec(digits) ?? []
    if (matched === undefined) continue
    return {
      whole: whole.replace(/[., ’']/g, '').replace(/^0+(?=\d)/, '') || '0',
      fraction: fraction.replace(/0+$/, ''),
    }
  }
  return undefined
}

const OTHER_SPACES = /[\u00a0\u2007\u2009\u202f]/g
/** Longer numbers fit no column. */
const DIGITS = '\\d{1,15}'
/** Before a mark for thousands; `0,950` has none. */
const FIRST = '[1-9]\\d{0,2}'

const FORMS: Record<DecimalMark, RegExp[]> = {
  '.': [new RegExp(`^(${DIGITS}|${FIRST}(?:[, ]\\d{3}){1,4})(?:\\.(\\d{0,15}))?$`), /^()\.(\d{1,15})$/],
  ',': [new RegExp(`^(${DIGITS}|${FIRST}(?:[. ]\\d{3}){1,4})(?:,(\\d{0,15}))?$`), /^(),(\d{1,15})$/],
}

/** `1.234,50`, `1 234,50`, `1.234.567` and `1'234.50`, whose first marks can only separate thousands. */
const UNMISTAKABLE = [
  new RegExp(`^(${FIRST}(?:(?:\\.\\d{3}){1,4}|(?: \\d{3}){1,4})),(\\d{1,15})$`),
  new RegExp(`^(${FIRST}(?:\\.\\d{3}){2,4})$`),
  new RegExp(`^(${FIRST}(?:['’]\\d{3}){1,4})(?:\\.(\\d{0,15}))?$`),
]

const formsOf = (form: NumberForm | undefined): RegExp[][] => {
  if (form === undefined) return [[...FORMS['.'], ...UNMISTAKABLE]]
  return form === 'either' ? [FORMS['.'], FORMS[',']] : [FORMS[form]]
}
