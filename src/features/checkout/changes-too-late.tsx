import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { v5 as uuidv5 } from 'uuid'
import { activeOrders } from '#contract/orders.ts'
import { beyondOrder, type OrderToChange } from '#domain/trollies/closed-order.ts'
import { closedOrderWords } from '#domain/trollies/decision-words.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice } from '#src/store/choice.ts'
import { keepOrder } from '#src/store/known-orders.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { QuestionCard } from '#src/ui/status/question-card.tsx'
import type { ReplacingNoticeProps } from './replacing-notice.tsx'

/** A change of an order that came too late: what was added may be ordered by itself. With or without a connection. */
export function ChangesTooLate({ trolly, changing, nameOf, onMoved, onGiveUp }: ReplacingNoticeProps) {
  const { view } = trolly
  const { order } = changing
  const device = useUserDevice()
  const mayOrder = useMayOrder()
  const now = new Date(useMinute())
  const [moving, setMoving] = useState(false)
  useOrderReadAgain(view.replacesOrderId ?? '')
  const { question, details, move, giveUp } = closedOrderWords(
    view.replacesOrderNo ?? '',
    order,
    beyondOrder(view.lines, order),
    { nameOf: (product_no) => nameWith(order, nameOf(product_no)), now },
  )
  const isAsking = view.decisions.some(({ operation }) => operation.kind !== 'checkout')
  const unseen = details.length - DETAILS_SHOWN

  const moveAdded = async () => {
    setMoving(true)
    try {
      onMoved(await orderAdded(device, view, order))
    } catch (error) {
      showFailure(error)
      setMoving(false)
    }
  }
  return (
    <QuestionCard
      label={`Order ${view.replacesOrderNo} can no longer be changed`}
      question={isAsking && move ? `${question} Answer the questions about your lines first.` : question}
      details={[
        ...details.slice(0, DETAILS_SHOWN),
        ...(unseen > 0 ? [`Plus ${unseen} more ${unseen === 1 ? 'line' : 'lines'}.`] : []),
      ]}
      answers={
        mayOrder
          ? [
              ...(move ? [{ label: move, loading: moving, disabled: isAsking, onChoose: moveAdded }] : []),
              { label: giveUp, disabled: moving, onChoose: onGiveUp },
            ]
          : []
      }
    />
  )
}

const DETAILS_SHOWN = 8

/** A line that was removed has its name in the order alone. @param name a product's number, where the trolly has none */
const nameWith = (order: ReplacingNoticeProps['changing']['order'], name: string): string =>
  order?.lines.find(({ product_no }) => product_no === name)?.name ?? name

/** It may have been cancelled: then nothing of it comes. Without an answer, what is known here has to do. */
const useOrderReadAgain = (id: string): void => {
  const api = useApi()
  const { database } = useUserDevice()
  useQuery({
    queryKey: replyKey(activeOrders.get, { id, kept: true }),
    queryFn: async ({ signal }) => {
      const order = await api.call(activeOrders.get, { params: { id }, signal })
      await keepOrder(database, order)
      return Date.now()
    },
  })
}

/**
 * What a trolly has beyond the order that it can no longer change, as a trolly of its own. Two devices that do the same
 * make the same trolly, with quantities typed into new lines, so that nothing counts twice. @returns its id
 */
const orderAdded = async (
  { outbox, database }: Pick<UserDevice, 'outbox' | 'database'>,
  view: TrollyView,
  order: OrderToChange | undefined,
): Promise<string> => {
  const { id, customerId, priceListId, deliveryDay, poNumber, instructions } = view
  const trollyId = uuidv5('added', id)
  const details = { deliveryDay, poNumber, instructions, ...deliveryChoiceOf(view) }
  const createdAt = new Date().toISOString()
  await outbox.splitFromOrder(
    id,
    { kind: 'create', trollyId, customerId, priceListId, createdAt, details },
    order,
  )
  if ((await findChoice(database))?.trollyId === id) await changeChoice(database, { trollyId })
  return trollyId
}
