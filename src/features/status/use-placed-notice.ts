import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { orderPath } from '#domain/known-orders.ts'
import { idOfLane } from '#domain/outbox/record.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import type { LaneWork } from './read-work.ts'

/**
 * Tells of an order that waited for the connection once it has been placed, unless its own page is open, which tells it.
 * @returns the words of those placed since the page was opened, the latest first
 */
export const usePlacedNotice = (lanes: readonly LaneWork[] | undefined): readonly string[] => {
  const { database } = useUserDevice()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [placed, setPlaced] = useState<readonly string[]>([])
  const waiting = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!lanes) return
    // While it is being sent, an order no longer waits, but its trolly's lane is still there.
    const present = new Set(lanes.map(({ lane }) => idOfLane(lane)))
    const ended = [...waiting.current].filter((trollyId) => !present.has(trollyId))
    const asked = lanes.flatMap(({ order }) => order?.trollyId ?? [])
    waiting.current = new Set([...waiting.current, ...asked].filter((trollyId) => present.has(trollyId)))
    if (ended.length === 0) return
    const tell = async () => {
      for (const order of await database.placedOrders.bulkGet(ended)) {
        if (!order) continue
        const words = `Order ${order.orderNo} placed`
        setPlaced((earlier) => [words, ...earlier])
        if (pathname.endsWith(`-${order.basketId}`)) continue
        notifications.show({
          message: words,
          statusColor: 'success',
          showInProduction: true,
          actionButton: { label: 'See order', onAct: () => void navigate(orderPath(order)) },
        })
      }
    }
    // The order is stored; only its message would be missing.
    void tell().catch(() => {})
  }, [lanes, database, navigate, pathname])
  return placed
}
