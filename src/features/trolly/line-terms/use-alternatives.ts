import { useQuery } from '@tanstack/react-query'
import type { Product } from '#domain/product.ts'
import { type Alternative, alternativesTo, type OriginalProduct } from '#domain/substitution.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { readHistory } from '#src/store/products/search-inputs.ts'

export type FindInCategory = (category: string, signal: AbortSignal) => Promise<readonly Product[]>

/** More than these nobody compares. */
const SHOWN = 12

export type FoundAlternatives = {
  alternatives: readonly Alternative[]
  state: 'loading' | 'failed' | 'found'
  again: () => unknown
}

/** @param original null: unknown on this device, so nothing can be compared with it */
export const useAlternatives = (
  original: OriginalProduct | null,
  { customerId, priceListId }: { customerId: string; priceListId: string },
  find: FindInCategory,
): FoundAlternatives => {
  const { database } = useUserDevice()
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['alternatives', customerId, priceListId, original],
    queryFn: async ({ signal }) => {
      if (original === null || original.category === '') return []
      const [candidates, history] = await Promise.all([
        find(original.category, signal),
        readHistory(database, customerId),
      ])
      return alternativesTo(
        original,
        candidates,
        new Set(history?.flatMap(({ product_nos }) => product_nos)),
      ).slice(0, SHOWN)
    },
    networkMode: 'always',
    // Stock and prices are those of the moment of opening.
    gcTime: 0,
  })
  return {
    alternatives: data ?? [],
    state: isError ? 'failed' : isPending ? 'loading' : 'found',
    again: refetch,
  }
}
