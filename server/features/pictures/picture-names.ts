import type { PicturedProduct } from './pictures.repository.ts'

/** Which product a file is for: its name without the ending is the product's code or one of its barcodes. */

const ENDING = /\.[^.]+$/

export const codeOfFile = (file: string): string => file.replace(ENDING, '').normalize().trim()

/** Of a code, the product of that number and those with that barcode. */
export const productFinder = (products: readonly PicturedProduct[]) => {
  const byNumber = new Map(products.map((product) => [product.product_no, product]))
  const byGtin = new Map<string, Set<PicturedProduct>>()
  for (const product of products) {
    for (const gtin of product.gtins) {
      const key = withAllDigits(gtin)
      byGtin.set(key, (byGtin.get(key) ?? new Set()).add(product))
    }
  }
  return (code: string): PicturedProduct[] => {
    const found = new Set(/^\d+$/.test(code) ? byGtin.get(withAllDigits(code)) : [])
    const named = byNumber.get(code)
    if (named !== undefined) found.add(named)
    return [...found]
  }
}

/** A GTIN of 8, 12 or 13 digits is one of 14 with zeros before it (GS1 General Specifications). */
const withAllDigits = (gtin: string): string => gtin.padStart(14, '0')
