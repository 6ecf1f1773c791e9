import { useQuery } from '@tanstack/react-query'
import type { CatalogueDetail } from '#contract/catalogue.ts'
import { reasonOf } from '#src/api/messages.ts'
import { useApi } from '#src/device/device-context.tsx'
import { publicProductQuery } from './public-queries.ts'

export type PublicProduct = {
  /** undefined: not known yet; null: not sold. */
  product: CatalogueDetail | null | undefined
  failed: { words: string; onRetry: () => Promise<unknown> } | undefined
}

export const usePublicProduct = (product_no: string): PublicProduct => {
  const { data, isError, error, refetch } = useQuery(publicProductQuery(useApi(), product_no))
  const words = `The product could not be loaded. ${isError ? reasonOf(error) : ''}`
  return { product: data, failed: isError ? { words, onRetry: refetch } : undefined }
}
