import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type LiveQuery, useLive } from '#src/device/use-live.ts'
import { findTrollyOutline } from '#src/store/trollies/trollies.ts'
import { readTakenBack, type TakenBack } from '#src/sync/trollies/taken-back.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Reports an order that will no longer be placed automatically, with a link to place it again. */
export const useTakenBackNotice = (): void => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const takenBack = useLive(OPEN_TAKEN_BACK).value
  const known = useRef<ReadonlySet<number>>(undefined)
  useEffect(() => {
    if (!takenBack) return
    const before = known.current
    known.current = new Set(takenBack.map(({ at }) => at))
    // Earlier cancellations show on the trolly's own pages.
    const last = before && takenBack.findLast(({ at }) => !before.has(at))
    if (!last) return
    const path = `/orders/create/search/checkout-${last.trollyId}`
    notifications.show({
      message: 'No longer waiting to be placed: the trolly changed.',
      statusColor: 'warning',
      showInProduction: true,
      actionButton:
        pathname === path ? undefined : { label: 'Place it again', onAct: () => void navigate(path) },
    })
  }, [takenBack, navigate, pathname])
}

/** Deleting a trolly needs no notice that its order is cancelled. */
const OPEN_TAKEN_BACK: LiveQuery<TakenBack[]> = {
  key: ['open taken back'],
  read: async (database) => {
    const noted = await readTakenBack(database)
    const outlines = await Promise.all(noted.map(({ trollyId }) => findTrollyOutline(database, trollyId)))
    return noted.filter((_, at) => outlines[at]?.state === 'open')
  },
}
