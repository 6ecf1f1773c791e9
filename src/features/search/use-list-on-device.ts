import { useSyncExternalStore } from 'react'
import { FAVOURITES_SHOWN } from '#domain/favourites.ts'
import { useLive } from '#src/device/use-live.ts'
import { findShown } from '#src/store/lane-rows.ts'
import { findAssortmentDownload } from '#src/store/products/assortment.ts'
import { findWholePrices } from '#src/store/products/price-lists.ts'
import {
  findAdvertsDownload,
  findHistoryDownload,
  findTermsDownload,
} from '#src/store/products/search-inputs.ts'
import { listTemplateStamps } from '#src/store/template-numbers.ts'
import { useEngine } from './engine/use-engine.ts'

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
  const stored = useLive({
    key: ['list on device', customerId, priceListId],
    read: async (database) => {
      const [favourites, templates, ...downloads] = await Promise.all([
        findShown(database, FAVOURITES_SHOWN),
        listTemplateStamps(database, customerId),
        findAssortmentDownload(database),
        findWholePrices(database, priceListId),
        findTermsDownload(database),
        findHistoryDownload(database, customerId),
        findAdvertsDownload(database),
      ])
      const [, prices] = downloads
      return {
        stamp: downloads.map((one) => one?.cursor ?? '').join(' '),
        listsStamp: [
          favourites && ['favourites', ...favourites.map(({ product_no }) => product_no)],
          templates.map((template) => template.stamp),
        ]
          .flat()
          .join(' '),
        pricesAt: prices?.at,
      }
    },
  })
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
