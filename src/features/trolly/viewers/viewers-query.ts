import { queryOptions } from '@tanstack/react-query'
import { trollyViewers } from '#contract/trolly-viewers.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'

/** As the server forgets a viewer after 50 s. */
const EVERY_MS = 20_000

const NOBODY = { names: [], office: false }

/** Says that this device has the trolly open, and asks who else has. A live stream tells when to ask again before it is time. */
export const trollyViewersQuery = (api: ApiClient, trollyId: string) =>
  queryOptions({
    queryKey: queryKeys.trollyViewers(trollyId),
    // Nobody is shown then, which leaves nothing on the page out of date.
    queryFn: () => api.call(trollyViewers.note, { params: { id: trollyId }, body: {} }).catch(() => NOBODY),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
  })

export const leaveTrolly = (api: ApiClient, trollyId: string): Promise<unknown> =>
  api.call(trollyViewers.note, { params: { id: trollyId }, body: { leaves: true } })
