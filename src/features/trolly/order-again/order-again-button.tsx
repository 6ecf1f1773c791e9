import { Stack } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import type { TrackedOrder } from '#contract/orders.ts'
import { wantedAgain } from '#domain/add-all.ts'
import { asPlaced } from '#domain/as-placed.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { messageOfError } from '#src/api/messages.ts'
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
  order: Omit<OrderToRepeat, 'lines'> & Partial<Pick<OrderToRepeat, 'lines'>>
  /** For an order without its lines, as a list of the server has it. */
  findLines?: (() => Promise<OrderToRepeat['lines']>) | undefined
  compact?: boolean | undefined
  tabIndex?: number | undefined
}

/**
 * Puts an order's lines into a new trolly or into the change of an order for the same day, and shows what became of each.
 * Absent for people who may not order.
 */
export function OrderAgainButton({ order, findLines, compact = false, tabIndex }: OrderAgainButtonProps) {
  const device = useUserDevice()
  const api = useApi()
  const run = useAction()
  const mayOrder = useMayOrder()
  const { name, deliveryDay, isCurrent } = useAccountAndDay(order)
  const reached = useReached()
  const now = new Date(useMinute())
  const [existing, setExisting] = useState<{ order: TrackedOrder; lines: OrderToRepeat['lines'] }>()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<Done>()
  if (!mayOrder || order.lines?.length === 0) return null

  const forWhom = [name, deliveryDay === null ? undefined : dayText(deliveryDay, now)]
    .filter(Boolean)
    .join(', ')
  // The account is on the page already, unless it is another one.
  const inShort = isCurrent ? deliveryDay && dayText(deliveryDay, now) : name
  const label = inShort ? `Order again for ${inShort}` : 'Order again'
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
  const start = (lines: OrderToRepeat['lines']) =>
    doing(async () => {
      const { orderAgain } = await import('./order-again.ts')
      return orderAgain(device, { api, run }, { ...order, lines })
    })
  const addTo = ({ order: found, lines }: { order: TrackedOrder; lines: OrderToRepeat['lines'] }) =>
    doing(
      () => addToOrder(device, { api, run }, { order: found, wanted: lines.map(wantedAgain) }),
      found.orderNo,
    )
  const readLines = async () => {
    setBusy(true)
    try {
      const lines = order.lines ?? (await findLines?.())
      // Substitutes that the office sent were not ordered.
      return lines && asPlaced(lines)
    } catch (error) {
      tellFailure(`Nothing was ordered again. ${messageOfError(error)}`)
    } finally {
      setBusy(false)
    }
    return undefined
  }
  const press = async () => {
    const lines = await readLines()
    if (lines === undefined) return
    const { customerId } = order
    // If the day's orders cannot be read, the goods are ordered again without the offer.
    const found = await findOrderToAddTo(device.database, { customerId, deliveryDay }, new Date()).catch(
      () => undefined,
    )
    if (found === undefined || found.id === order.id) return start(lines)
    setExisting({ order: found, lines })
    setAsking(true)
  }
  return (
    <>
      <Button
        variant="subtle"
        compact={compact}
        icon={compact ? null : <IconRepeat size={20} stroke={1.75} aria-hidden="true" />}
        aria-label={compact ? `${label}: order ${order.orderNo}` : undefined}
        tabIndex={tabIndex}
        loading={busy}
        onClick={press}
      >
        {label}
      </Button>
      {existing ? (
        <Sheet
          open={asking}
          onClose={() => setAsking(false)}
          title={`Order again for ${forWhom}`}
          foot={
            <Stack gap={8}>
              <Button variant="filled" onClick={() => addTo(existing)}>
                {`Add to order ${existing.order.orderNo}`}
              </Button>
              <Button onClick={() => start(existing.lines)}>Start a new trolly</Button>
            </Stack>
          }
        >
          <p>
            {`Order ${existing.order.orderNo} for this day has ${countText(existing.order.lines.length, 'line')} and can still be changed. Quantities of products in both are added up.`}
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
const useAccountAndDay = ({
  customerId,
  customerName,
}: Pick<OrderToRepeat, 'customerId' | 'customerName'>) => {
  const choice = useChoice().value
  return choice?.customer.id === customerId
    ? { name: choice.customer.name, deliveryDay: choice.deliveryDay, isCurrent: true }
    : { name: customerName, deliveryDay: null, isCurrent: choice === undefined }
}

const tellFailure = (message: string): void => {
  notifications.show({
    message,
    statusColor: 'error',
    showInProduction: true,
  })
}
