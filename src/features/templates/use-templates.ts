import { useQuery } from '@tanstack/react-query'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { storedRead } from '#src/device/stored-reads.ts'
import { useListState } from '#src/device/use-list-state.ts'
import { useLive } from '#src/device/use-live.ts'
import { templatePicturesQuery } from '#src/store/products/pictures.ts'
import { type TemplateOutline, templatesOnDeviceQuery } from '#src/store/templates.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { refreshTemplates } from '#src/sync/templates/reads.ts'

export type CustomerOfTemplates = { customerId: string; priceListId: string }

/** On this device, waiting changes included. */
export const useTemplates = (customer: CustomerOfTemplates) => {
  const api = useApi()
  const { database } = useUserDevice()
  const read = useQuery(templatesRead({ api, database }, customer))
  const stored = useLive(templatesOnDeviceQuery(customer.customerId))
  const templates = stored.value ?? NONE
  const state = useListState({
    stored: stored.state,
    read,
    count: templates.length,
    name: 'Your templates',
  })
  return { templates, ...state }
}

const NONE: readonly TemplateOutline[] = []

export const useTemplatePictures = (templates: readonly TemplateOutline[]) =>
  useLive(templatePicturesQuery(templates.map(({ id }) => id))).value

export const templatesRead = (
  ports: { api: ApiClient; database: UserDatabase },
  customer: CustomerOfTemplates,
) =>
  storedRead({
    queryKey: queryKeys.templatesRead(customer.customerId),
    freshMs: 60_000,
    refresh: () => refreshTemplates(ports, customer),
  })
