import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { Product } from '#domain/product.ts'
import { productWords } from '#domain/product-words.ts'
import { useLive } from '#src/device/use-live.ts'
import { findPricedProducts } from '#src/store/products/pricing.ts'

export type OtherUnitProps = { product: Product; priceListId: string; pathOf: (product_no: string) => string }

/** The case and the each are two products. */
export function OtherUnit({ product: { unit, otherUnitProductNo }, priceListId, pathOf }: OtherUnitProps) {
  const other = useLive({
    key: ['other unit', priceListId, otherUnitProductNo],
    read: async (database) => {
      if (otherUnitProductNo === null) return null
      const { products, pricesHere } = await findPricedProducts(database, priceListId, [otherUnitProductNo])
      const product = products.get(otherUnitProductNo)
      return product ? productWords(product, pricesHere) : null
    },
  }).value
  if (otherUnitProductNo === null) return null
  const details = other ? [other.pack, other.priceText].filter(Boolean).join(' · ') : otherUnitProductNo
  return (
    <Text px="var(--page-edge)" pb={16}>
      Also sold {unit === 'case' ? 'singly' : 'by the case'}:{' '}
      <Link to={pathOf(otherUnitProductNo)}>{details}</Link>
    </Text>
  )
}
