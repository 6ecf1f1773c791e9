import { isGtin } from '#domain/gtin.ts'

/** `0088:5060000000009`: a scheme of the code list EAS, and the number in it. A GLN has the check digit of a GTIN. */
export const isPeppolId = (text: string): boolean => {
  const [, scheme, number = ''] = /^(\d{4}):([\w.-]{1,50})$/.exec(text) ?? []
  if (scheme === undefined) return false
  return scheme !== GLN_SCHEME || (number.length === 13 && isGtin(number))
}

const GLN_SCHEME = '0088'

/** The scheme of British VAT numbers. */
const VAT_SCHEME = '9932'

/** The number as VAT returns write it: `GB 123 4567 89` and `123456789` give `GB123456789`. @returns undefined for anything else */
export const vatIdOf = (typed: string): string | undefined => {
  const text = typed.toUpperCase().replaceAll(/[\s.-]/g, '')
  const found = /^(GB|XI)?(\d{9}(?:\d{3})?|GD\d{3}|HA\d{3})$/.exec(text)
  return found === null ? undefined : `${found[1] ?? 'GB'}${found[2]}`
}

/** Without a Peppol ID of its own, a company is found by its VAT number. */
export const peppolIdOf = ({ peppolId, vatNo }: { peppolId: string; vatNo: string }): string | undefined => {
  if (isPeppolId(peppolId)) return peppolId
  const vatId = vatIdOf(vatNo)
  return peppolId === '' && vatId !== undefined ? `${VAT_SCHEME}:${vatId}` : undefined
}
