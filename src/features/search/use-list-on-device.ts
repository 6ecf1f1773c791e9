import { useSyncExternalStore } from 'react'
import { useStored } from '#src/device/use-stored.ts'
import { findAssortmentDownload } from '#src/store/assortment.ts'
import { favouriteWords } from '#src/store/favourites.ts'
import { findWholePrices } from '#src/store/price-lists.ts'
import { findPurchasesDownload, findTermsDownload } from '#src/store/search-inputs.ts'
import { listTemplateStamps } from '#src/store/template-numbers.ts'
import { useEngine } from './use-engine.ts'

export type ListOnDevice = {
  /** Changes whenever a search may find something else; undefined: not read yet. */
  stamp: string | undefined
  /** A word for everything in the lists that a search may be narrowed to. */
  listsStamp: string
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
      const [favourites, templates, ...downloads] = await Promise.all([
        favouriteWords(database),
        listTemplateStamps(database, customerId),
        findAssortmentDownload(database),
        findWholePrices(database, priceListId),
        findTermsDownload(database),
        findPurchasesDownload(database, customerId),
      ])
      const [, prices] = downloads
      return {
        stamp: downloads.map((one) => one?.cursor ?? '').join(' '),
        listsStamp: [...favourites, ...templates.map((template) => template.stamp)].join(' '),
        pricesAt: prices?.at,
      }
    },
    [customerId, priceListId],
  )
  const ready = state.status === 'ready' ? state : undefined
  const complete = ready?.complete ?? false
  // If storage fails, still ask the server.
  const stamp = stored.state === 'failed' ? '' : stored.value?.stamp
  return {
    stamp: stamp === undefined ? undefined : `${stamp} ${complete}`,
    listsStamp: stored.value?.listsStamp ?? '',
    products: ready?.products,
    complete,
    pricesAt: stored.value?.pricesAt,
  }
}
