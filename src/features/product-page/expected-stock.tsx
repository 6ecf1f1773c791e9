import { Text } from '@mantine/core'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { numberText } from '#domain/plain-text.ts'
import type { Product } from '#domain/product.ts'
import { isWellStocked } from '#domain/product-words.ts'
import type { MoreOfProduct } from './use-product.ts'

/** When more comes, of a product that has run out or is about to. */
export function ExpectedStock({ product, more }: { product: Product; more: MoreOfProduct }) {
  if (isWellStocked(product) || more.state !== 'told') return null
  const { expectedOn, expectedQuantity } = more.detail
  if (!expectedOn || expectedOn < londonDayOf(new Date())) return null
  const many = expectedQuantity ? `${numberText(expectedQuantity)} more` : 'More'
  return (
    <Text px="var(--page-edge)" pb={16}>
      {many} expected {dayText(expectedOn)}
    </Text>
  )
}
