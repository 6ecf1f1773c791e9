import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { outdated } from '#src/api/outdated.ts'
import { useLateOrders } from '#src/device/delivery/use-late-orders.ts'
import { useLive } from '#src/device/use-live.ts'
import { useStorageState } from '#src/device/use-storage-state.ts'
import type { StorageState } from '#src/store/storage-health.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { StatusLine } from '#src/ui/status/status-line.tsx'
import { useStore } from '#src/ui/store.ts'
import { WORK, type Work } from './read-work.ts'
import { useLateOrderNotice } from './use-late-order-notice.ts'
import { usePlacedNotice } from './use-placed-notice.ts'
import { useTakenBackNotice } from './use-taken-back-notice.ts'
import { type DecisionParts, WorkSheet } from './work-sheet.tsx'
import { countWork, NOT_SAVED, workStatus } from './work-status.ts'

export function WorkLine(parts: DecisionParts) {
  const { state, value } = useLive(WORK)
  const storage = useStorageState()
  const readsFailed = useReadsFailed()
  const now = new Date(useMinute())
  const [open, setOpen] = useState(false)
  useLoudLoss(storage.notSaved)
  useTakenBackNotice()
  const placed = usePlacedNotice(value?.lanes)
  const lateOrders = useLateOrders(value?.lanes.flatMap(({ order }) => order ?? []) ?? [])
  useLateOrderNotice(lateOrders)
  const isOutdated = useStore(outdated)
  useBadge(value)
  useLeaveWarning(storage.database === 'memory' && (value?.lanes.length ?? 0) > 0)
  if (state === 'loading') return null
  const work = value ?? NOTHING_READ
  return (
    <>
      <StatusLine
        {...workStatus({ work, storage, readsFailed, lateOrders: lateOrders.size, isOutdated, now })}
        expanded={open}
        onOpen={() => setOpen(true)}
      />
      <WorkSheet
        {...parts}
        open={open}
        onClose={() => setOpen(false)}
        work={work}
        placed={placed}
        lateOrders={lateOrders}
        readsFailed={readsFailed}
      />
    </>
  )
}

const NOTHING_READ: Work = {
  lanes: [],
  contact: undefined,
  pausedUntil: 0,
  pricesAt: null,
  downloadShare: null,
}

/** Where the browser has badges, the installed app's icon counts changes that are unsent or need an answer. Zero clears it. */
const useBadge = (work: Work | undefined): void => {
  const { questions, waiting } = countWork(work ?? NOTHING_READ)
  const count = work && questions + waiting
  useEffect(() => {
    if (count !== undefined) showBadge(count)
  }, [count])
  // The session has ended: what it leaves unsent is nobody else's business.
  useEffect(() => () => showBadge(0), [])
}

const showBadge = (count: number): void => void navigator.setAppBadge?.(count).catch(() => {})

/** While `active`, the browser asks before the page closes: its data is stored nowhere else. */
const useLeaveWarning = (active: boolean): void => {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}

const useReadsFailed = (): boolean => {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    // Scheduled: the cache also tells of a query that a component is creating while it renders.
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  )
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => query.isActive() && isFailedRead(query.state.error)),
  )
}

/** A permanent refusal, such as an unknown product, is still a successful read. */
const isFailedRead = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** The banner stays until it is fixed (storage-banner.tsx); the message is also seen far down a page. */
const useLoudLoss = (notSaved: StorageState['notSaved']): void => {
  useEffect(() => {
    if (!notSaved) return
    const id = notifications.show({
      message: NOT_SAVED[notSaved.reason],
      statusColor: 'error',
      showInProduction: true,
    })
    return () => {
      if (id !== undefined) notifications.close(id)
    }
  }, [notSaved])
}
