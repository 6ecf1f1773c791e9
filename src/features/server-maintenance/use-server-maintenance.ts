import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type CompanyFields,
  type QUEUES,
  type ServerState,
  serverMaintenance,
  type WindowFields,
} from '#contract/server-maintenance.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { reasonOf } from '#src/api/messages.ts'
import { pageBuild } from '#src/api/page-build.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

const EVERY_MS = 15_000

export type ServerMaintenance = ReturnType<typeof useServerMaintenance>

type Labels = Readonly<Record<string, string>>

/**
 * The server's state, read again while the page is open, and what can be done. Forms get back what was refused, by field.
 * @param onChanged after each change, which this device's own colours and banner may follow
 */
export const useServerMaintenance = (onChanged: () => void) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const queryKey = replyKey(serverMaintenance.look)
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(serverMaintenance.look, { signal }),
    refetchInterval: EVERY_MS,
    meta: { opened: true },
  })
  const shows =
    (message: string) =>
    (state: ServerState): undefined => {
      client.setQueryData(queryKey, state)
      onChanged()
      notifications.show({ message, statusColor: 'success', showInProduction: true })
    }
  const act = (message: string, call: () => Promise<ServerState>) =>
    run(call).then(shows(message), showFailure)
  const save = (message: string, labels: Labels, call: () => Promise<ServerState>) =>
    run(call).then(shows(message), (failure: unknown) => fieldProblemsOf(failure, labels))
  return {
    state: data,
    failure: error === null ? undefined : reasonOf(error),
    retryReading: refetch,
    /** Of this page. */
    ownBuild: pageBuild(),
    saveWindow: (body: WindowFields, labels: Labels) =>
      save(body.mode === null ? 'Maintenance ended' : 'Maintenance planned', labels, () =>
        api.call(serverMaintenance.setWindow, { body }),
      ),
    saveCompany: (body: CompanyFields & { seen: string }, labels: Labels) =>
      save('Company saved', labels, () => api.call(serverMaintenance.setCompany, { body })),
    endWindow: () =>
      act('Maintenance ended', () =>
        api.call(serverMaintenance.setWindow, { body: { mode: null, from: null, until: null, message: '' } }),
      ),
    retry: (queue: (typeof QUEUES)[number]) =>
      act('Trying again', () => api.call(serverMaintenance.retry, { params: { queue } })),
    backUp: () => act('Backup begun', () => api.call(serverMaintenance.backUp, {})),
  }
}
