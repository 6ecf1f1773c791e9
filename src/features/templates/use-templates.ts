import { useQuery } from '@tanstack/react-query'
import { reasonOf } from '#src/api/messages.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { useReached } from '#src/device/use-reached.ts'
import { type TemplateOutline, templatesOnDeviceQuery } from '#src/store/templates.ts'
import { type CustomerOfTemplates, templatesQuery } from './template-queries.ts'

export type { CustomerOfTemplates }

const NONE: readonly TemplateOutline[] = []

/** On this device, waiting changes included. */
export const useTemplates = (customer: CustomerOfTemplates) => {
  const api = useApi()
  const { database, health } = useUserDevice()
  const read = useQuery(templatesQuery({ api, database }, customer))
  const stored = useLive(templatesOnDeviceQuery(customer.customerId))
  const reached = useReached()
  const templates = stored.value ?? NONE
  const count = templates.length
  return {
    templates,
    count,
    loading: stored.state === 'loading' || (read.isPending && count === 0),
    failed:
      stored.state === 'failed'
        ? { words: 'This device’s storage can’t be read.', onRetry: health.reopen }
        : // Offline, the status line is enough once there is something to show.
          read.isError && (count === 0 || reached)
          ? {
              words: `Your templates could not be ${count > 0 ? 'updated' : 'loaded'}. ${reasonOf(read.error)}`,
              onRetry: read.refetch,
            }
          : undefined,
  }
}
