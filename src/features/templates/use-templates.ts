import { useQuery } from '@tanstack/react-query'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useListState } from '#src/device/use-list-state.ts'
import { useLive } from '#src/device/use-live.ts'
import { type TemplateOutline, templatesOnDeviceQuery } from '#src/store/templates.ts'
import { type CustomerOfTemplates, templatesQuery } from './template-queries.ts'

export type { CustomerOfTemplates }

const NONE: readonly TemplateOutline[] = []

/** On this device, waiting changes included. */
export const useTemplates = (customer: CustomerOfTemplates) => {
  const api = useApi()
  const { database } = useUserDevice()
  const read = useQuery(templatesQuery({ api, database }, customer))
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
