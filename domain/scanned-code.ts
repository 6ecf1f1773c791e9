import { gtinKey } from './folded-text.ts'
import { isGtin } from './gtin.ts'
import type { ProductFacts } from './product.ts'

/** What scanners put before a GS1 symbol's data (ISO/IEC 15424), and the sign that ends an element of variable length. */
const SYMBOLOGY = /^\](?:C1|e0|d2|Q3|E0|E4)/
const SEPARATOR = '\u001D'

/** Application identifiers 01 and 02: the item, or the items in a case or on a pallet. */
const ELEMENT = /^(?:\(0[12]\)|0[12])(\d{14})/
const DIGITAL_LINK = /^https?:\/\/[^?#]*\/0[12]\/(\d{8,14})(?:[/?#]|$)/i

/**
 * The product's code in what a scanner read: of a GS1-128, DataMatrix or digital link its GTIN, else the text itself
 * (GS1 General Specifications, sections 3.3 and 7.8).
 */
export const scannedCode = (read: string): string => {
  const text = read
    .trim()
    .replace(SYMBOLOGY, '')
    .replace(new RegExp(`^${SEPARATOR}`), '')
  const [, gtin = ''] = DIGITAL_LINK.exec(text) ?? ELEMENT.exec(text) ?? []
  return isGtin(gtin) ? gtin : text
}

export const hasCode = (
  { product_no, gtins }: Pick<ProductFacts, 'product_no' | 'gtins'>,
  code: string,
): boolean =>
  product_no.toLowerCase() === code.toLowerCase() || gtins.some((gtin) => gtinKey(gtin) === gtinKey(code))

/** A handheld scanner types this fast, and a person does not. */
const GAP_MS = 80
const DIGITS_LEAST = 8

export type Key = { key: string; atMs: number }

/** `begins`: with this digit another code may begin. `code`: it is complete with this Enter. */
type Read = { begins: boolean; code: string | undefined }

/** Reads what a handheld scanner types: digits in quick succession, then Enter. */
export const createScanReader = () => {
  let digits = ''
  let lastMs = Number.NEGATIVE_INFINITY
  return ({ key, atMs }: Key): Read => {
    const known = atMs - lastMs <= GAP_MS ? digits : ''
    lastMs = atMs
    digits = /^\d$/.test(key) ? known + key : ''
    return {
      begins: digits.length === 1,
      code: key === 'Enter' && known.length >= DIGITS_LEAST ? known : undefined,
    }
  }
}
