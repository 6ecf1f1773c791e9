import { useCallback } from 'react'
import type { Product } from '#domain/product.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'

const SUGGESTED = 6

/** Suggests products for a typed text. The engine loads with the first letter: a trolly opens without it. */
export const useSuggest = ({
  customerId,
  priceListId,
}: {
  customerId: string
  priceListId: string
}): ((text: string) => Promise<readonly Product[]>) => {
  const device = useDevice()
  const user = useUserDevice()
  return useCallback(
    async (queryString) => {
      const { engineOf } = await import('./engine/use-engine.ts')
      const body = { queryString, page: 1, pageLength: SUGGESTED, sort_by: 'relevance' as const }
      return (await engineOf(device, user).search({ body, priceListId, customerId }, 'suggestions')).data
    },
    [device, user, customerId, priceListId],
  )
}
