/** Upper case with one space before the inward code: `yo17hh` becomes `YO1 7HH`. Anything else is only trimmed. */
export const tidyPostcode = (typed: string): string => {
  const parts = partsOf(typed)
  return parts === undefined ? typed.trim() : `${parts.outward} ${parts.inward}`
}

export const isPostcode = (text: string): boolean => partsOf(text) !== undefined

export type PostcodeParts = { area: string; outward: string; inward: string }

/** `YO`, `YO1` and `7HH` of `yo17hh`; undefined for anything else. Without its space, YO1 7HH would begin with YO17. */
export const partsOf = (typed: string): PostcodeParts | undefined => {
  const found = POSTCODE.exec(typed.toUpperCase().replace(/\s+/g, ''))
  if (found === null) return undefined
  const [, outward = '', inward = ''] = found.filter((part) => part !== undefined)
  return { area: outward.replace(/\d.*/, ''), outward, inward }
}

/** Girobank's has no digit in its outward code, and the forces' no inward code of letters. */
export const POSTCODE = /^([A-Z]{1,2}\d[\dA-Z]?|GIR)(\d[A-Z]{2})$|^(BFPO)(\d{1,4})$/
