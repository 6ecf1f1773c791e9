import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TemplateItemView } from '#domain/templates/view.ts'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useProducts } from '#src/device/use-products.ts'
import { useReached } from '#src/device/use-reached.ts'
import { useWatched } from '#src/device/use-stored.ts'
import { findTemplateAhead, type OpenedTemplate, watchOpenedTemplate } from '#src/store/opened-template.ts'
import { refreshTemplate } from '#src/sync/templates/reads.ts'
import { type CustomerOfTemplates, templatesQuery } from './template-queries.ts'

const NONE: OpenedTemplate = { template: undefined, first: undefined }
const NO_ITEMS: readonly TemplateItemView[] = []
const NO_NUMBERS: readonly string[] = []

/**
 * A template with its products and their prices, as far as this device knows them; at first only those of the first screen.
 * On opening, its version is compared in the list of templates, which is a fraction of its items and products.
 * @param canShow everything else that the first rows wait for is there. The other products are read once those rows are painted
 */
export const useTemplate = (id: string, customer: CustomerOfTemplates, canShow: boolean) => {
  const { customerId, priceListId } = customer
  const api = useApi()
  const { database, health } = useUserDevice()
  const reached = useReached()
  const stored = useWatched<OpenedTemplate>(
    (from, tell) => watchOpenedTemplate({ database: from, id, priceListId }, tell),
    [id, priceListId],
    (from) => findTemplateAhead({ database: from, id, priceListId }),
  )
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
    meta: { opened: stored.value?.template === undefined },
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
  })
  const { template, first } = stored.value ?? NONE
  const items = template?.items ?? NO_ITEMS
  const product_nos = useMemo(() => items.map(({ product_no }) => product_no), [items])
  const isHere = template !== undefined
  const isShown = canShow && isHere
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (isShown) setIsPainted(true)
  }, [isShown])
  const found = useProducts(priceListId, isPainted ? product_nos : NO_NUMBERS)
  return {
    template,
    products: found.products.size > 0 ? found.products : first,
    hasAllProducts: isPainted && found.isComplete,
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
