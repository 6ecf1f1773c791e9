import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TemplateItemView } from '#domain/templates/view.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useListState } from '#src/device/use-list-state.ts'
import { useLive } from '#src/device/use-live.ts'
import { useProducts } from '#src/device/use-products.ts'
import { templateQuery } from '#src/store/templates.ts'
import { refreshTemplate } from '#src/sync/templates/reads.ts'
import { type CustomerOfTemplates, templatesRead } from './use-templates.ts'

const NO_ITEMS: readonly TemplateItemView[] = []

/**
 * A template with its products and their prices, as far as this device knows them.
 * On opening, its version is compared in the list of templates, which is a fraction of its items and products.
 */
export const useTemplate = (id: string, customer: CustomerOfTemplates) => {
  const { customerId, priceListId } = customer
  const api = useApi()
  const { database } = useUserDevice()
  const stored = useLive(templateQuery(id))
  const read = useQuery({
    queryKey: queryKeys.templateRead(id),
    queryFn: async ({ client }) => {
      const known = await database.templates.get(id)
      if (known?.customerId === customerId) {
        await client.fetchQuery(templatesRead({ api, database }, customer))
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
  const found = useProducts(priceListId, product_nos)
  const { loading, failed } = useListState({
    stored: found.state === 'failed' ? 'failed' : stored.state,
    read,
    count: template ? 1 : 0,
    name: 'This template',
  })
  return {
    template,
    products: found.isComplete || found.products.size > 0 ? found.products : undefined,
    hasAllProducts: found.isComplete,
    loading,
    failed,
  }
}
