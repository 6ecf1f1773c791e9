import { useSyncExternalStore } from 'react'
import { useStored } from '#src/device/use-stored.ts'
import { findAssortmentDownload } from '#src/store/assortment.ts'
import { findWholePrices } from '#src/store/price-lists.ts'
import { findPurchasesDownload, findTermsDownload } from '#src/store/search-inputs.ts'
import { useEngine } from './use-engine.ts'

/** The product list as this device has it: what there is to search without signal, and how old it is. */
export type ListOnDevice = {
  /** Another one, and the same search may find something else; undefined: not read yet. */
  stamp: string | undefined
  /** How many products can be found by now; undefined: nothing was said yet. */
  products: number | undefined
  /** Nothing of the list is still on its way here. */
  complete: boolean
  /** When the prices were last told of, epoch milliseconds; undefined: never. */
  pricesAt: number | undefined
}

/** Whose purchases and whose prices count. */
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
  // A storage that cannot be read is no reason not to ask the server.
  const stamp = stored.state === 'failed' ? '' : stored.value?.stamp
  return {
    stamp: stamp === undefined ? undefined : `${stamp} ${complete}`,
    products: ready?.products,
    complete,
    pricesAt: stored.value?.pricesAt,
  }
}
