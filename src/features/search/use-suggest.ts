import { useMemo } from 'react'
import type { Product } from '#domain/product.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'

type Suggesting = {
  /** While a text is typed; the next text supersedes it. */
  suggest: (text: string) => Promise<readonly Product[]>
  /** After Enter. Always answered: neither suggestions nor another Enter supersede it. */
  find: (text: string) => Promise<readonly Product[]>
}

/** Products for a typed text. The engine loads with the first letter: a trolly opens without it. */
export const useSuggest = ({
  customerId,
  priceListId,
}: {
  customerId: string
  priceListId: string
}): Suggesting => {
  const device = useDevice()
  const user = useUserDevice()
  return useMemo(() => {
    let entered = 0
    const search = async (text: string, channel: string) => {
      const { suggestProducts } = await loadSuggest()
      return await suggestProducts({ device, user }, { text, channel, customerId, priceListId })
    }
    return {
      suggest: (text) => search(text, 'suggestions'),
      find: (text) => {
        entered += 1
        return search(text, `entered ${entered}`)
      },
    }
  }, [device, user, customerId, priceListId])
}

/** Comes with the engine, also for a list that is pasted. */
export const loadSuggest = () => import('./engine/suggest.ts')
