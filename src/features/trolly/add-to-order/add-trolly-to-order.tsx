import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { TrackedOrder } from '#contract/orders.ts'
import { isAdded } from '#domain/add-all.ts'
import { dayText } from '#domain/london-time.ts'
import { countText } from '#domain/plain-text.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import { useAction, useApi, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useLive } from '#src/device/use-live.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { useReached } from '#src/device/use-reached.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice } from '#src/store/choice.ts'
import { type OpenTrolly, presentRows } from '#src/store/trollies/open-trolly.ts'
import { Button } from '#src/ui/action/button.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { Banner } from '#src/ui/status/banner.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { addedToOrderWords, addToOrder, findOrderToAddTo } from './add-to-order.ts'

/** For a trolly that is a second order for the same day: both can be one. Absent once it has been placed. */
export function AddTrollyToOrder({ trolly }: { trolly: OpenTrolly }) {
  const { view } = trolly
  const minute = useMinute()
  const { customerId, deliveryDay } = view
  const order = useLive({
    key: ['order to add to', customerId, deliveryDay, deliveryChoiceOf(view), minute],
    read: async (database) => (await findOrderToAddTo(database, view, new Date(minute))) ?? null,
  }).value
  const mayOrder = useMayOrder()
  const isAnother = !view.replacesOrderId && view.checkout === 'none' && !view.readOnly
  return order && mayOrder && isAnother ? <Offer trolly={trolly} order={order} /> : null
}

function Offer({ trolly, order }: { trolly: OpenTrolly; order: TrackedOrder }) {
  const { view } = trolly
  const { orderNo, deliveryDay } = order
  const device = useUserDevice()
  const server = { api: useApi(), run: useAction() }
  const reached = useReached()
  const navigate = useNavigate()
  const now = new Date(useMinute())
  const [busy, setBusy] = useState(false)

  const add = async () => {
    setBusy(true)
    const rows = presentRows(trolly.rows)
    const wanted = rows.map(({ line: { product_no, quantity, knownAs }, product }) => ({
      product_no,
      quantity,
      name: product?.name ?? knownAs ?? `Product ${product_no}`,
    }))
    const result = await addToOrder(device, server, { order, wanted })
    setBusy(false)
    if ('failure' in result)
      return notifications.show({ message: result.failure, statusColor: 'error', showInProduction: true })
    const { trollyId, outcomes, undo } = result
    const added = outcomes.filter(isAdded).map(({ product_no }) => product_no)
    const isAll = added.length === outcomes.length
    let wasChosen = false
    try {
      wasChosen = await takeOut(device, { from: view.id, to: trollyId, added, isAll })
    } catch (error) {
      // Both would be ordered.
      await undo()
      return showFailure(error)
    }
    const goBack = async () => {
      await undo()
      if (wasChosen) await changeChoice(device.database, { trollyId: view.id })
      await navigate(`/orders/create-${view.id}`)
    }
    const bringBack = async () => {
      if (await device.outbox.undoDelete(view.id)) return goBack()
      notifications.show({
        message: 'Too late to undo: the lines are in the order’s trolly.',
        statusColor: 'warning',
        showInProduction: true,
      })
    }
    // What could not be added is still in this trolly; the rest joins it again.
    const putBack = async () => {
      const addedAt = new Date().toISOString()
      await device.outbox.appendLines(view.id, () =>
        rows
          .filter(({ line }) => added.includes(line.product_no))
          .map(({ line: { product_no, quantity, seenPricePence } }) => ({
            kind: 'set',
            product_no,
            quantity,
            seenPricePence,
            addedAt,
          })),
      )
      await goBack()
    }
    notifications.show({
      message: addedToOrderWords(orderNo, outcomes),
      statusColor: 'success',
      restoreButton: { onRestore: () => (isAll ? bringBack() : putBack()) },
      showInProduction: true,
    })
    await navigate(`/orders/create-${trollyId}`)
  }
  return (
    <Banner
      tone="blue"
      inset
      action={
        <Button compact loading={busy} onClick={add}>
          {`Add to order ${orderNo}`}
        </Button>
      }
    >
      {`Order ${orderNo} for ${dayText(deliveryDay, now)} has ${countText(order.lines.length, 'line')} and can still be changed. Place a second order, or add these lines to it.`}
      {view.poNumber || view.instructions
        ? ' The order keeps its own purchase order number and instructions, not this trolly’s.'
        : null}
      {reached ? null : ' Adding needs a connection.'}
    </Banner>
  )
}

type TakenOut = { from: string; to: string; added: readonly string[]; isAll: boolean }

/** What is in the order's trolly now leaves this one, which is deleted if nothing is left. @returns whether it was chosen */
const takeOut = async (
  { outbox, database }: UserDevice,
  { from, to, added, isAll }: TakenOut,
): Promise<boolean> => {
  if (isAll) await outbox.append(from, { kind: 'delete' })
  else await outbox.appendLines(from, () => added.map((product_no) => ({ kind: 'remove', product_no })))
  const wasChosen = (await findChoice(database))?.trollyId === from
  if (wasChosen) await changeChoice(database, { trollyId: to })
  return wasChosen
}
