import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { account } from '#contract/account.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { asOfText } from '#domain/as-of.ts'
import { ApiError } from '#src/api/api-error.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useNeedsConnection } from '#src/device/needs-connection.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useReached } from '#src/device/use-reached.ts'
import { Button } from '#src/ui/action/button.tsx'
import { ListState } from '#src/ui/list/list-state.tsx'
import { RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Badge } from '#src/ui/status/badge.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import styles from './signed-in-devices.module.css'

type Session = ReplyOf<typeof account.sessions>['data'][number]

/** Read again after what ends sessions. */
export const SESSIONS_KEY = replyKey(account.sessions)

export function SignedInDevices() {
  const api = useApi()
  const run = useAction()
  const reached = useReached()
  const needsConnection = useNeedsConnection()
  const now = new Date(useMinute())
  const list = useRef<HTMLUListElement>(null)
  const [ending, setEnding] = useState<string>()
  const { data, isPending, isError, error, refetch } = useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => api.call(account.sessions, { signal }),
    meta: { opened: true },
  })
  const sessions = data?.data ?? []

  const end = async ({ id, device }: Session) => {
    setEnding(id)
    try {
      await run(() => api.call(account.endSession, { params: { id } }))
      notifications.show({
        message: `Signed out on ${device}`,
        statusColor: 'success',
        showInProduction: true,
      })
    } catch (failure) {
      // It has ended meanwhile, which is what was wanted.
      if (!(failure instanceof ApiError && failure.code === 'session_not_found')) showFailure(failure)
    }
    await refetch()
    setEnding(undefined)
    // The button has gone with its row.
    list.current?.focus()
  }

  return (
    <ListState
      count={sessions.length}
      loading={isPending}
      expected={2}
      skeleton={<RowSkeleton title="40%" detail="60%" height="4rem" />}
      failed={
        isError && (sessions.length === 0 || reached)
          ? { words: `We couldn’t load your devices. ${reasonOf(error)}`, onRetry: refetch }
          : undefined
      }
      empty={{ words: 'No devices are signed in.', icon: null }}
    >
      <ul ref={list} className={styles.list} tabIndex={-1} aria-label="Signed-in devices">
        {sessions.map((session) => (
          <li key={session.id} className={styles.row}>
            <div className={styles.words}>
              <p>{session.device}</p>
              <p className={styles.detail}>{timesOf(session, now)}</p>
            </div>
            {session.current ? (
              <Badge tone="blue" label="This device" />
            ) : (
              <Button
                compact
                loading={ending === session.id}
                {...needsConnection}
                aria-label={`Sign out there: ${session.device}`}
                onClick={() => end(session)}
              >
                Sign out there
              </Button>
            )}
          </li>
        ))}
      </ul>
    </ListState>
  )
}

const timesOf = ({ createdAt, lastUsedAt }: Session, now: Date): string =>
  `Last used ${asOfText(new Date(lastUsedAt), now)} · signed in ${asOfText(new Date(createdAt), now)}`
