import { useCallback } from 'react'
import type { Product } from '#domain/product.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { useApi } from '#src/device/device-context.tsx'
import { findForTrolly } from './engine/find-for-trolly.ts'
import { useEngine } from './engine/use-engine.ts'
import { customerToTell } from './results/use-found-products.ts'

/** As many as one call of the server's search gives. */
const MOST = 96

/** The products of a category that sell best, from this device or the server. Throws as `findForTrolly`. */
export const useFindInCategory = (
  trolly: TrollyView,
): ((category: string, signal: AbortSignal) => Promise<readonly Product[]>) => {
  const engine = useEngine()
  const api = useApi()
  const { id: trollyId, customerId, priceListId } = trolly
  const toTell = customerToTell(trolly)
  return useCallback(
    async (category, signal) => {
      const body = { category, page: 1, pageLength: MOST, sort_by: 'sales' as const }
      const wanted = { trollyId, customerId, customerToTell: toTell, priceListId, body, signal }
      return (await findForTrolly({ device: engine, api }, wanted)).data
    },
    [engine, api, trollyId, customerId, toTell, priceListId],
  )
}
