import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { activeOrders } from '#contract/orders.ts'
import { beyondOrder } from '#domain/operations/closed-order.ts'
import { closedOrderWords } from '#domain/operations/decision-words.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import { keepOrder } from '#src/store/known-orders.ts'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { QuestionCard } from '#src/ui/status/question-card.tsx'
import { orderAdded } from './order-added.ts'
import type { ReplacingNoticeProps } from './replacing-notice.tsx'
import type { OrderToChange } from './use-order-to-change.ts'

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
const nameWith = (order: OrderToChange['order'], name: string): string =>
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
