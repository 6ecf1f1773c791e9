import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { OrderSummary } from '#contract/orders.ts'
import { claimNewsByOrder } from '#domain/check-ins-shown.ts'
import { customersQuery } from '#src/device/customers/customer-queries.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { useKeptCheckIns } from '#src/features/check-ins/use-check-ins.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { OrderHistory, type OrderHistoryProps } from '#src/features/orders/order-history.tsx'
import { findOrder } from '#src/features/orders/use-order.ts'
import { OrderAgainButton } from '#src/features/trolly/order-again/order-again-button.tsx'

export function Screen() {
  const { data } = useQuery(customersQuery(useApi()))
  return (
    <WithCustomer>
      {({ customer }) => <History key={customer.id} customer={customer} hasOthers={(data?.total ?? 1) > 1} />}
    </WithCustomer>
  )
}

function History(props: Pick<OrderHistoryProps, 'customer' | 'hasOthers'>) {
  const navigate = useNavigate()
  const checkIns = useKeptCheckIns(props.customer.id)
  const claimNews = useMemo(() => claimNewsByOrder(checkIns ?? []), [checkIns])
  return (
    <OrderHistory
      {...props}
      claimNews={claimNews}
      onOpen={({ id }) => navigate(`/orders/history-${id}`)}
      renderAction={(order, tabIndex) => <Again order={order} tabIndex={tabIndex} />}
    />
  )
}

function Again({ order, tabIndex }: { order: OrderSummary; tabIndex: number }) {
  const api = useApi()
  const client = useQueryClient()
  const { database } = useUserDevice()
  if (order.lineCount === 0 || order.status === 'awaiting_payment') return null
  return (
    <OrderAgainButton
      order={order}
      findLines={async () => (await findOrder({ api, client, database }, order)).lines}
      compact
      tabIndex={tabIndex}
    />
  )
}
