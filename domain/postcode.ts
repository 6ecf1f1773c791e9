/** Upper case with one space before the inward code: `yo17hh` becomes `YO1 7HH`. Anything else is only trimmed. */
export const tidyPostcode = (typed: string): string => {
  const joined = typed.toUpperCase().replace(/\s+/g, '')
  return POSTCODE.test(joined)
    ? `${joined.slice(0, -INWARD_LENGTH)} ${joined.slice(-INWARD_LENGTH)}`
    : typed.trim()
}

export const isPostcode = (text: string): boolean => POSTCODE.test(text.toUpperCase().replace(/\s+/g, ''))

/** `YO1` of `YO1 7HH`. Compare this with a route's prefix: without its space, YO1 7HH would begin with YO17. */
export const outwardCodeOf = (postcode: string): string =>
  postcode.toUpperCase().replace(/\s+/g, '').slice(0, -INWARD_LENGTH)

const INWARD_LENGTH = 3
const POSTCODE = /^[A-Z]{1,2}[0-9][0-9A-Z]?[0-9][A-Z]{2}$/
