import type { Product } from '#domain/product.ts'

/** A product's page leads on to its other unit, such as the case of a single product. */
export const shownBy = (products: readonly Product[]): string[] =>
  products.flatMap(({ product_no, otherUnitProductNo }) =>
    otherUnitProductNo === null ? [product_no] : [product_no, otherUnitProductNo],
  )
