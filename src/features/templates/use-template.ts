import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TemplateItemView, TemplateView } from '#domain/templates/view.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { OPENED, pressedBy, startedBy } from '#src/device/started-by.ts'
import { useReached } from '#src/device/use-reached.ts'
import { useStored } from '#src/device/use-stored.ts'
import { findProducts } from '#src/store/pricing.ts'
import { findTemplate } from '#src/store/templates.ts'
import { refreshTemplate } from '#src/sync/templates/reads.ts'

const NO_ITEMS: readonly TemplateItemView[] = []

/** A template with its products and their prices, as far as this device knows them. Read again on opening. */
export const useTemplate = (id: string, priceListId: string) => {
  const api = useApi()
  const { database, health } = useUserDevice()
  const reached = useReached()
  const read = useQuery({
    queryKey: queryKeys.templateRead(id),
    queryFn: async (context) => {
      const isHere = (await database.templates.get(id)) !== undefined
      return await refreshTemplate({ database, api, startedBy: startedBy(context, isHere) }, id, priceListId)
    },
    meta: OPENED,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const stored = useStored(
    async (from): Promise<TemplateView | null> => (await findTemplate(from, id)) ?? null,
    [id],
  )
  const items = stored.value?.items ?? NO_ITEMS
  const product_nos = useMemo(() => items.map(({ product_no }) => product_no), [items])
  const found = useStored((from) => findProducts(from, priceListId, product_nos), [priceListId, product_nos])
  const isHere = stored.value !== undefined && stored.value !== null
  return {
    template: stored.value ?? undefined,
    products: found.value,
    loading: stored.state === 'loading' || (!isHere && read.isPending),
    failed:
      stored.state === 'failed' || found.state === 'failed'
        ? { words: 'This device’s storage can’t be read.', onRetry: health.reopen }
        : read.isError && (!isHere || reached)
          ? {
              words: `This template could not be ${isHere ? 'updated' : 'loaded'}. ${reasonOf(read.error)}`,
              onRetry: pressedBy(queryKeys.templateRead(id), read.refetch),
            }
          : undefined,
  }
}
