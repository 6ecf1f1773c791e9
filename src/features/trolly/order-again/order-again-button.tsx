import { Stack, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { wantedAgain } from '#domain/add-all.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/trollies/words.ts'
import { useAction, useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useChoice } from '#src/device/use-choice.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useReached } from '#src/device/use-reached.ts'
import { addToOrder, findOrderToAddTo } from '#src/features/trolly/add-to-order/add-to-order.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { OrderedAgain, OrderToRepeat } from './order-again.ts'
import { OrderedAgainSheet } from './ordered-again-sheet.tsx'

type Done = Exclude<OrderedAgain, { failure: string }> & { addedTo?: string | undefined }

export type OrderAgainButtonProps = {
  order: OrderToRepeat
  compact?: boolean
}

/**
 * Puts an order's lines into a new trolly or into the change of an order for the same day, and shows what became of each.
 * Absent for people who may not order.
 */
export function OrderAgainButton({ order, compact = false }: OrderAgainButtonProps) {
  const device = useUserDevice()
  const api = useApi()
  const run = useAction()
  const mayOrder = useMayOrder()
  const { name, deliveryDay } = useAccountAndDay(order)
  const reached = useReached()
  const now = new Date(useMinute())
  const [existing, setExisting] = useState<TrackedOrder>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done>()
  if (!mayOrder || order.lines.length === 0) return null

  const forWhom = [name, deliveryDay === null ? undefined : dayText(deliveryDay, now)]
    .filter(Boolean)
    .join(', ')
  const doing = async (act: () => Promise<OrderedAgain>, addedTo?: string) => {
    setAsking(false)
    setBusy(true)
    try {
      const result = await act()
      if ('failure' in result) tellFailure(result.failure)
      else setDone({ ...result, addedTo })
    } catch {
      tellFailure('Nothing was ordered again. Check your connection and try again.')
    } finally {
      setBusy(false)
    }
  }
  const start = () =>
    doing(async () => {
      const { orderAgain } = await import('./order-again.ts')
      return orderAgain(device, { api, run }, order)
    })
  const addTo = (found: TrackedOrder) =>
    doing(
      () => addToOrder(device, { api, run }, { order: found, wanted: order.lines.map(wantedAgain) }),
      found.orderNo,
    )
  const press = async () => {
    const { customerId } = order
    // If the day's orders cannot be read, the goods are ordered again without the offer.
    const found = await findOrderToAddTo(device.database, { customerId, deliveryDay }, new Date()).catch(
      () => undefined,
    )
    if (found === undefined || found.id === order.id) return start()
    setExisting(found)
    setAsking(true)
  }
  return (
    <>
      <Button
        variant="subtle"
        compact={compact}
        icon={compact ? null : <IconRepeat size={20} stroke={1.75} aria-hidden="true" />}
        aria-label={compact ? `Order ${order.orderNo} again` : undefined}
        title={forWhom ? `For ${forWhom}` : undefined}
        loading={busy}
        onClick={press}
      >
        Order again
      </Button>
      {compact || !forWhom ? null : <Text size="xs" c="dimmed">{`Orders for ${forWhom}`}</Text>}
      {existing ? (
        <Sheet
          open={asking}
          onClose={() => setAsking(false)}
          title={`Order again for ${forWhom}`}
          foot={
            <Stack gap={8}>
              <Button variant="filled" onClick={() => addTo(existing)}>
                {`Add to order ${existing.orderNo}`}
              </Button>
              <Button onClick={start}>Start a new trolly</Button>
            </Stack>
          }
        >
          <p>
            {`Order ${existing.orderNo} for this day has ${countText(existing.lines.length, 'line')} and can still be changed. Quantities of products in both are added up.`}
            {reached ? null : ' Adding to it needs a connection.'}
          </p>
        </Sheet>
      ) : null}
      {done ? (
        <OrderedAgainSheet
          {...done}
          orderNo={order.orderNo}
          forWhom={forWhom}
          onClose={() => setDone(undefined)}
        />
      ) : null}
    </>
  )
}

/** What a new trolly gets: the chosen day for the chosen account, none for another. */
const useAccountAndDay = ({ customerId, customerName }: OrderToRepeat) => {
  const choice = useChoice().value
  return choice?.customer.id === customerId
    ? { name: choice.customer.name, deliveryDay: choice.deliveryDay }
    : { name: customerName, deliveryDay: null }
}

const tellFailure = (message: string): void => {
  notifications.show({
    message,
    statusColor: 'error',
    showInProduction: true,
  })
}
