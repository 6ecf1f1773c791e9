import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '#src/api/messages.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useFollowedEveryMs } from '#src/device/use-followed-every.ts'
import { useUnreadable } from '#src/device/use-list-state.ts'
import type { Stored } from '#src/device/use-live.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { ButtonLink } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'

export type WithTrollyProps = {
  id: string
  /** From `useTrolly`, which a page calls once: each call reads all of the trolly's lines after every tap. */
  stored: Stored<OpenTrolly | null>
  children: (trolly: OpenTrolly) => ReactNode
}

/** Waits until this device has the trolly, and reads it from the server on opening, on refocus and, unless changes arrive by themselves, while it is visible. Offline the device's own is enough. */
export function WithTrolly({ id, stored, children }: WithTrollyProps) {
  const { reads } = useUserDevice()
  const followedEveryMs = useFollowedEveryMs()
  const unreadable = useUnreadable()
  // The reply goes into the database; only the request's state is kept.
  const read = useQuery({
    queryKey: queryKeys.trollyRead(id),
    queryFn: () => reads.refreshTrolly(id),
    enabled: stored.state !== 'loading',
    meta: { opened: !stored.value },
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: followedEveryMs,
  })
  if (stored.value) return children(stored.value)
  const unread = read.isError
    ? { words: `The trolly is not on this device. ${reasonOf(read.error)}`, onRetry: read.refetch }
    : undefined
  return (
    <ListState
      count={0}
      loading={stored.state === 'loading' || read.isPending}
      failed={stored.state === 'failed' ? unreadable : unread}
      empty={{
        words: CLOSED_WORDS[read.data ?? 'unknown'] ?? UNKNOWN_WORDS,
        action: <ButtonLink to="/orders">See your trollies</ButtonLink>,
      }}
    >
      {null}
    </ListState>
  )
}

const UNKNOWN_WORDS =
  'We can’t find this trolly. It may have been ordered or deleted, or the link may be incomplete.'
const CLOSED_WORDS: Record<string, string> = {
  checked_out: 'This trolly has been ordered.',
  deleted: 'This trolly has been deleted.',
}
