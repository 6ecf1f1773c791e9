import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '#contract/endpoint.ts'
import { productSearch } from '#contract/product-search.ts'
import type { Product } from '#domain/product.ts'
import { ApiError } from '#src/api/api-error.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useProducts } from '#src/device/use-products.ts'

export type ProductDetail = ReplyOf<typeof productSearch.get>

export type KnownProduct =
  | { state: 'loading' | 'unknown' }
  | { state: 'failed'; words: string; again: () => Promise<unknown> }
  | { state: 'known'; product: Product; pricesHere: boolean; more: MoreOfProduct }

/** From the server: not kept on the device. */
export type MoreOfProduct =
  | { state: 'asking' }
  | { state: 'told'; detail: MoreFacts }
  | { state: 'failed'; words: string; again: () => Promise<unknown> }

type MoreFacts = Pick<
  ProductDetail,
  'ingredients' | 'description' | 'origin' | 'bought' | 'expectedOn' | 'expectedQuantity'
>

export type ProductPlace = {
  product_no: string
  priceListId: string
  /** Sets the customer for the server's price. */
  trollyId: string
  customerId: string | undefined
}

export const useProduct = ({ product_no, priceListId, trollyId, customerId }: ProductPlace): KnownProduct => {
  const api = useApi()
  const stored = useProducts(priceListId, [product_no])
  // This device's price wins over the server's, since the trolly's totals use it.
  const here = stored.products.get(product_no)
  const told = useQuery({
    queryKey: queryKeys.product(trollyId, product_no),
    queryFn: ({ signal }) =>
      api.call(productSearch.get, {
        params: { id: trollyId, productNo: product_no },
        query: { ...(customerId !== undefined && { customerId }) },
        signal,
      }),
    enabled: stored.state !== 'loading',
    meta: { opened: !here },
    staleTime: FRESH_FOR_MS,
  })
  const more = moreOf(told)
  const product = here ?? told.data
  if (product) return { state: 'known', product, pricesHere: stored.pricesHere || !here, more }
  if (stored.state === 'loading' || more.state === 'asking') return { state: 'loading' }
  if (more.state !== 'failed' || isUnknown(told.error)) return { state: 'unknown' }
  return more
}

const FRESH_FOR_MS = 5 * 60_000

const moreOf = ({
  data,
  error,
  refetch,
}: {
  data: ProductDetail | undefined
  error: Error | null
  refetch: () => Promise<unknown>
}): MoreOfProduct => {
  if (data) return { state: 'told', detail: data }
  return error ? { state: 'failed', words: reasonOf(error), again: refetch } : { state: 'asking' }
}

const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.code === 'product_not_found'
