import { useMemo } from 'react'
import type { Product } from '#domain/product.ts'
import { useListOnDevice } from '#src/features/search/use-list-on-device.ts'
import { Section } from '#src/ui/layout/section.tsx'
import { type ProductRowsFor, ResultRows } from './result-rows.tsx'
import { type SearchedFor, useFoundProducts } from './use-found-products.ts'

export type RelatedProductsProps = Omit<ProductRowsFor, 'pricesHere'> & {
  product: Product
  trolly: SearchedFor
}

const SHOWN = 6

/** The best sellers of its category. Nothing without others, or where they cannot be found now. */
export function RelatedProducts(props: RelatedProductsProps) {
  return props.product.category === '' ? null : <OfCategory {...props} />
}

function OfCategory({ product, trolly, ...rows }: RelatedProductsProps) {
  const list = useListOnDevice(trolly)
  const request = useMemo(
    () => ({
      text: '',
      sort: 'sales' as const,
      page: 1,
      filters: { category: product.category },
      all: false,
    }),
    [product.category],
  )
  const { found } = useFoundProducts(trolly, request, list)
  const others = useMemo(
    () =>
      (found?.data ?? [])
        .filter(
          ({ product_no }) => product_no !== product.product_no && product_no !== product.otherUnitProductNo,
        )
        .slice(0, SHOWN),
    [found, product],
  )
  if (others.length === 0) return null
  return (
    <Section title={`More ${product.category}`} flush>
      <ResultRows
        {...rows}
        pricesHere={found?.from === 'server' || list.pricesAt !== undefined}
        label={`More ${product.category}`}
        products={others}
      />
    </Section>
  )
}
