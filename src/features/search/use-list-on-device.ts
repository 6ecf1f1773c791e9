import { useSyncExternalStore } from 'react'
import { useStored } from '#src/device/use-stored.ts'
import { findAssortmentDownload } from '#src/store/assortment.ts'
import { findWholePrices } from '#src/store/price-lists.ts'
import { findPurchasesDownload, findTermsDownload } from '#src/store/search-inputs.ts'
import { useEngine } from './use-engine.ts'

export type ListOnDevice = {
  /** Changes whenever a search may find something else; undefined: not read yet. */
  stamp: string | undefined
  products: number | undefined
  complete: boolean
  /** When the prices were last updated, epoch ms; undefined: never. */
  pricesAt: number | undefined
}

type ForWhom = { customerId: string; priceListId: string }

export const useListOnDevice = ({ customerId, priceListId }: ForWhom): ListOnDevice => {
  const engine = useEngine()
  const state = useSyncExternalStore(engine.subscribe, engine.state)
  const stored = useStored(
    async (database) => {
      const downloads = await Promise.all([
        findAssortmentDownload(database),
        findWholePrices(database, priceListId),
        findTermsDownload(database),
        findPurchasesDownload(database, customerId),
      ])
      const [, prices] = downloads
      return { stamp: downloads.map((one) => one?.cursor ?? '').join(' '), pricesAt: prices?.at }
    },
    [customerId, priceListId],
  )
  const ready = state.status === 'ready' ? state : undefined
  const complete = ready?.complete ?? false
  // If storage fails, still ask the server.
  const stamp = stored.state === 'failed' ? '' : stored.value?.stamp
  return {
    stamp: stamp === undefined ? undefined : `${stamp} ${complete}`,
    products: ready?.products,
    complete,
    pricesAt: stored.value?.pricesAt,
  }
}
