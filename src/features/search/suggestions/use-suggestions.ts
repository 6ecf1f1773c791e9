import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ProductSuggestion, productSuggestions } from '#contract/product-suggestions.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { suggestForTrolly } from '#src/features/search/engine/suggest-for-trolly.ts'
import { useEngine } from '#src/features/search/engine/use-engine.ts'
import { customerToTell, type SearchedFor } from '#src/features/search/results/use-found-products.ts'
import type { ListOnDevice } from '#src/features/search/use-list-on-device.ts'

export type SuggestingFor = { trolly: SearchedFor; list: Pick<ListOnDevice, 'stamp'> }

/** Those of the text before until its own have come, so that the list does not flicker. A failure is no news: none then. */
export const useSuggestions = (
  typed: string,
  { trolly, list, isWanted }: SuggestingFor & { isWanted: boolean },
): readonly ProductSuggestion[] => {
  const api = useApi()
  const device = useEngine()
  const text = typed.trim()
  const { id: trollyId, customerId } = trolly
  const enabled = isWanted && text !== '' && list.stamp !== undefined
  const { data } = useQuery({
    queryKey: replyKey(productSuggestions.find, { trollyId, text, list: list.stamp }),
    queryFn: ({ signal }) =>
      suggestForTrolly(
        { device, api },
        { trollyId, customerId, customerToTell: customerToTell(trolly), text, signal },
      ),
    enabled,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  })
  return enabled ? (data ?? NONE) : NONE
}

const NONE: readonly ProductSuggestion[] = []
