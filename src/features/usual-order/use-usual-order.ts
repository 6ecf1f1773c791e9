import { useCallback, useMemo, useState } from 'react'
import {
  DISMISSALS,
  type Dismissal,
  type DismissalOperation,
  dismissalsLane,
  dismissalsShown,
} from '#domain/dismissals.ts'
import { dismissalsInForce } from '#domain/dismissals-in-force.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { type UsualLine, usualOrder } from '#domain/usual-order.ts'
import { useDeliveryDays } from '#src/device/delivery/use-delivery-days.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useNounRead } from '#src/device/stored-reads.ts'
import { type LiveQuery, useLive } from '#src/device/use-live.ts'
import { readShown } from '#src/store/lane-rows.ts'
import { readHistory } from '#src/store/products/search-inputs.ts'

export type UsualFor = { customerId: string; priceListId: string; deliveryDay: string | null }

export type UsualOrder = {
  /** What the lines are for: the trolly's day, or the next one that can be chosen; tomorrow where none is known here. */
  day: string | undefined
  /** None until they are known, and while there is no history on this device. Those that were dismissed are among them. */
  proposed: readonly UsualLine[]
  lines: readonly UsualLine[]
  /** Left out until they are ordered again. */
  dismissed: readonly Dismissal[]
}

export const useUsualOrder = ({ customerId, priceListId, deliveryDay }: UsualFor): UsualOrder => {
  useNounRead(DISMISSALS, { customerId, priceListId })
  const { days, isPending, now } = useDeliveryDays(customerId)
  const tomorrow = dayPlus(londonDayOf(now), 1)
  const day = deliveryDay ?? days[0]?.day ?? (isPending ? undefined : tomorrow)
  const found = useLive(linesQuery(customerId, day)).value
  const dismissed = useLive(dismissedQuery(customerId)).value ?? NO_DISMISSALS
  // The lines of the former day, until those of another have been worked out.
  const [last, setLast] = useState(found)
  if (found && found !== last) setLast(found)
  const proposed = found ?? last ?? NO_LINES
  const lines = useMemo(() => {
    const out = new Set(dismissed.map(({ product_no }) => product_no))
    return proposed.filter(({ product_no }) => !out.has(product_no))
  }, [proposed, dismissed])
  return { day, proposed, lines, dismissed }
}

const NO_LINES: readonly UsualLine[] = []
const NO_DISMISSALS: readonly Dismissal[] = []

/** null: nothing to propose from. */
const linesQuery = (customerId: string, day: string | undefined): LiveQuery<readonly UsualLine[] | null> => ({
  key: ['usual order', customerId, day ?? ''],
  read: async (database) => {
    const history = day === undefined ? undefined : await readHistory(database, customerId)
    return history && day !== undefined ? usualOrder(history, day) : null
  },
})

const dismissedQuery = (customerId: string): LiveQuery<readonly Dismissal[]> => ({
  key: ['dismissals in force', customerId],
  read: async (database) => {
    const all = await readShown(database, dismissalsShown(customerId))
    return dismissalsInForce(all, (await readHistory(database, customerId)) ?? [])
  },
})

/** Works with and without a connection. A failure is shown. */
export const useDismissalChange = (customerId: string) => {
  const { queue } = useUserDevice()
  return useCallback(
    (kind: DismissalOperation['kind'], product_no: string) => {
      const operation: DismissalOperation = { kind, product_no, at: new Date().toISOString() }
      return queue.append(dismissalsLane(customerId), operation).catch(showFailure)
    },
    [queue, customerId],
  )
}
