import type { ProductFacts } from '#domain/product.ts'

/** What a drawing is made from. */
export type DrawnProduct = Pick<
  ProductFacts,
  'product_no' | 'name' | 'brand' | 'pack' | 'department' | 'group' | 'category' | 'storageType'
>

/** The version of every picture of the demo. Raise it when drawings change: devices then ask for the new ones. */
export const DRAWN = 'drawn1'
