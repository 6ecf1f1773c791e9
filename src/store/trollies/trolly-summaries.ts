import type { Product } from '#domain/product.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { PICTURED, type Picture, picturesOf } from '#src/store/products/pictures.ts'
import { findPricedProducts } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { listTrollies, trollyTables } from './trollies.ts'

type PricedLine = { product_no: string; quantity: number; product: Product | null }

export type StoredSummary = {
  trolly: TrollyView
  /** Without removed ones. */
  lines: PricedLine[]
  pricesHere: boolean
  firstNames: string[]
  pictures: Picture[]
}

/** Fits one line on a phone. */
const NAMES_TOLD = 2

export const trollySummariesQuery = (customerId: string) => ({
  key: ['trolly summaries', customerId],
  read: (database: UserDatabase) => listTrollySummaries(database, customerId),
})

const listTrollySummaries = async (database: UserDatabase, customerId: string): Promise<StoredSummary[]> => {
  const trollies = await database.transaction('r', trollyTables(database), () =>
    listTrollies(database, customerId),
  )
  return Promise.all(
    trollies.map(async (trolly) => {
      const present = trolly.lines.filter(({ removed }) => !removed)
      const productNos = present.map(({ product_no }) => product_no)
      const { products, pricesHere } = await findPricedProducts(database, trolly.priceListId, productNos)
      const lines = present.map(({ product_no, quantity }) => ({
        product_no,
        quantity,
        product: products.get(product_no) ?? null,
      }))
      const names = lines.flatMap(({ product }) => (product ? [product.name] : []))
      const firstNames = [...new Set(names)].slice(0, NAMES_TOLD)
      const known = lines.flatMap(({ product }) => product ?? [])
      const pictures = await picturesOf(known.slice(0, PICTURED))
      return { trolly, lines, pricesHere, firstNames, pictures }
    }),
  )
}
