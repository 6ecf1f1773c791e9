import type { UseQueryResult } from '@tanstack/react-query'
import { reasonOf, UNREADABLE_MESSAGE } from '#src/api/messages.ts'
import type { ListStateProps } from '#src/ui/list/list-state.tsx'
import { useUserDevice } from './device-context.tsx'
import type { Stored } from './use-live.ts'
import { useReached } from './use-reached.ts'

type ListStateParts = {
  /** What this device's storage has told so far. */
  stored: Stored<unknown>['state']
  /** The read that brings the server's rows into the storage. */
  read: Pick<UseQueryResult, 'isPending' | 'isError' | 'error' | 'refetch'>
  count: number
  /** "Your templates" */
  name: string
}

/** The state of a list whose rows this device keeps and the server updates. */
export const useListState = ({
  stored,
  read,
  count,
  name,
}: ListStateParts): Pick<ListStateProps, 'count' | 'loading' | 'failed'> => {
  const unreadable = useUnreadable()
  const reached = useReached()
  const isHere = count > 0
  return {
    count,
    loading: stored === 'loading' || (!isHere && read.isPending),
    failed:
      stored === 'failed'
        ? unreadable
        : // Offline, the status line is enough once there is something to show.
          read.isError && (!isHere || reached)
          ? {
              words: `${name} could not be ${isHere ? 'updated' : 'loaded'}. ${reasonOf(read.error)}`,
              onRetry: read.refetch,
            }
          : undefined,
  }
}

/** What a page says while this device's storage fails. */
export const useUnreadable = (): NonNullable<ListStateProps['failed']> => {
  const { health } = useUserDevice()
  return { words: UNREADABLE_MESSAGE, onRetry: health.reopen }
}
