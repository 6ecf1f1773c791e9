import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction, useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import type { OrderedAgain, OrderToRepeat } from './order-again.ts'
import { OrderedAgainSheet } from './ordered-again-sheet.tsx'

type Done = Exclude<OrderedAgain, { failure: string }>

export type OrderAgainButtonProps = {
  order: OrderToRepeat
  compact?: boolean
  variant?: 'default' | 'filled'
}

/** Puts an order's lines into a new trolly and shows what became of each. Absent for people who may not order. */
export function OrderAgainButton({ order, compact = false }: OrderAgainButtonProps) {
  const device = useUserDevice()
  const api = useApi()
  const run = useAction()
  const mayOrder = useMayOrder()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done>()
  if (!mayOrder || order.lines.length === 0) return null

  const start = async () => {
    setBusy(true)
    try {
      const { orderAgain } = await import('./order-again.ts')
      const result = await orderAgain(device, { api, run }, order)
      if ('failure' in result) tellFailure(result.failure)
      else setDone(result)
    } catch {
      tellFailure('Nothing was ordered again. Check your connection and try again.')
    } finally {
      setBusy(false)
    }
  }
  const close = () => setDone(undefined)
  return (
    <>
      <Button
        variant={compact ? 'subtle' : 'default'}
        compact={compact}
        icon={compact ? null : <IconRepeat size={18} stroke={1.75} aria-hidden="true" />}
        aria-label={compact ? `Order ${order.orderNo} again` : undefined}
        loading={busy}
        onClick={start}
      >
        Order again
      </Button>
      {done ? <OrderedAgainSheet {...done} orderNo={order.orderNo} onClose={close} /> : null}
    </>
  )
}

const tellFailure = (message: string): void => {
  notifications.show({
    message,
    statusColor: 'error',
    showInProduction: true,
  })
}
