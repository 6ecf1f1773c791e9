import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TemplateItemView } from '#domain/templates/view.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { useProducts } from '#src/device/use-products.ts'
import { useReached } from '#src/device/use-reached.ts'
import { templateQuery } from '#src/store/templates.ts'
import { refreshTemplate } from '#src/sync/templates/reads.ts'
import { type CustomerOfTemplates, templatesQuery } from './template-queries.ts'

const NO_ITEMS: readonly TemplateItemView[] = []

/**
 * A template with its products and their prices, as far as this device knows them.
 * On opening, its version is compared in the list of templates, which is a fraction of its items and products.
 */
export const useTemplate = (id: string, customer: CustomerOfTemplates) => {
  const { customerId, priceListId } = customer
  const api = useApi()
  const { database, health } = useUserDevice()
  const reached = useReached()
  const stored = useLive(templateQuery(id))
  const read = useQuery({
    queryKey: queryKeys.templateRead(id),
    queryFn: async ({ client }) => {
      const known = await database.templates.get(id)
      if (known?.customerId === customerId) {
        await client.fetchQuery(templatesQuery({ api, database }, customer))
        const listed = await database.templates.get(id)
        if (listed && listed.itemsVersion === listed.version) return 'kept'
      }
      return await refreshTemplate({ database, api }, id, priceListId)
    },
    enabled: stored.state !== 'loading',
    meta: { opened: stored.value === undefined },
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const template = stored.value
  const items = template?.items ?? NO_ITEMS
  const product_nos = useMemo(() => items.map(({ product_no }) => product_no), [items])
  const isHere = template !== undefined
  const found = useProducts(priceListId, product_nos)
  return {
    template,
    products: found.isComplete || found.products.size > 0 ? found.products : undefined,
    hasAllProducts: found.isComplete,
    loading: stored.state === 'loading' || (!isHere && read.isPending),
    failed:
      stored.state === 'failed' || found.state === 'failed'
        ? { words: 'This device’s storage can’t be read.', onRetry: health.reopen }
        : read.isError && (!isHere || reached)
          ? {
              words: `This template could not be ${isHere ? 'updated' : 'loaded'}. ${reasonOf(read.error)}`,
              onRetry: read.refetch,
            }
          : undefined,
  }
}
