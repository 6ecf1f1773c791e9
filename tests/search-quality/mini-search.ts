import MiniSearch from 'minisearch'
import type { JudgedProduct } from './judged-queries.ts'

/** What a good library finds without tuning: unconfigured MiniSearch, over name, brand and categories. */
export const createMiniSearch = (products: readonly JudgedProduct[]): ((query: string) => string[]) => {
  const index = new MiniSearch<JudgedProduct>({
    idField: 'product_no',
    fields: ['name', 'brand', 'department', 'group', 'category'],
  })
  index.addAll(products)
  return (query) => index.search(query).map(({ id }) => id as string)
}
