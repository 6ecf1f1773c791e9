import { gtinKey } from '#domain/folded-text.ts'
import type { Product } from '#domain/product.ts'
import { decideQuickLine, type QuickDecision, quickReadings, withOtherZeros } from '#domain/quick-add.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { findProducts } from './pricing.ts'

/** A line of a code and a quantity, read with the products on this device. */
export const findQuickLine = async (
  database: UserDatabase,
  priceListId: string,
  text: string,
): Promise<QuickDecision<Product>> => {
  const readings = quickReadings(text)
  const codes = [...new Set([...readings.usual, ...readings.turned].map(({ code }) => code))]
  for (const look of [byNumber, byOtherZeros, byBarcode]) {
    const found = await look(database, codes)
    const products = await findProducts(database, priceListId, [...new Set([...found.values()].flat())])
    const decision = decideQuickLine(readings, (code) =>
      (found.get(code) ?? []).flatMap((product_no) => products.get(product_no) ?? []),
    )
    if (decision.is !== 'unknown') return decision
  }
  return decideQuickLine<Product>(readings, () => [])
}

/** Product numbers by code, from the surest way to the loosest: what an earlier one finds is not doubted. */
type Look = (database: UserDatabase, codes: readonly string[]) => Promise<Map<string, string[]>>

/** As typed; otherwise in other case. */
const byNumber: Look = async ({ products }, codes) => {
  const exact = await products.bulkGet([...codes])
  const found = await Promise.all(
    codes.map(async (code, at): Promise<[string, string[]]> => {
      if (exact[at]) return [code, [code]]
      return [code, await products.where('product_no').equalsIgnoreCase(code).primaryKeys()]
    }),
  )
  return new Map(found)
}

const byOtherZeros: Look = async ({ products }, codes) => {
  const found = await Promise.all(
    codes.map(async (code): Promise<[string, string[]]> => {
      const known = await products.bulkGet(withOtherZeros(code))
      return [code, known.flatMap((product) => product?.product_no ?? [])]
    }),
  )
  return new Map(found)
}

/** Barcodes of 8 to 14 digits are one number padded with zeros, which a spreadsheet drops. */
const BARCODE = /^\d{7,14}$/

const byBarcode: Look = async ({ products }, codes) => {
  const wanted = new Map(codes.filter((code) => BARCODE.test(code)).map((code) => [gtinKey(code), code]))
  const found = new Map<string, string[]>()
  if (wanted.size === 0) return found
  await products.each(({ product_no, gtins }) => {
    for (const code of new Set(gtins.flatMap((gtin) => wanted.get(gtinKey(gtin)) ?? [])))
      found.set(code, [...(found.get(code) ?? []), product_no])
  })
  return found
}
