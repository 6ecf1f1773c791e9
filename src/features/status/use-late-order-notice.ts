import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Tells of each waiting order whose cut-off has passed: at that moment, or else at the next opening. @param late see `useLateOrders` */
export const useLateOrderNotice = (late: ReadonlyMap<string, string>): void => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const told = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    for (const [trollyId, words] of late) {
      if (told.current.has(trollyId)) continue
      const path = `/orders/create/search/checkout-${trollyId}`
      notifications.show({
        message: `Order not placed. ${words}.`,
        statusColor: 'error',
        showInProduction: true,
        actionButton:
          pathname === path ? undefined : { label: 'Review the order', onAct: () => void navigate(path) },
      })
    }
    // A day chosen anew may pass as well.
    told.current = new Set(late.keys())
  }, [late, navigate, pathname])
}
