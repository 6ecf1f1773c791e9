import { useCallback } from 'react'
import type { Product } from '#domain/product.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'

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
    async (text) => {
      const { suggestProducts } = await import('./suggest-products.ts')
      return await suggestProducts({ device, user }, { text, customerId, priceListId })
    },
    [device, user, customerId, priceListId],
  )
}
