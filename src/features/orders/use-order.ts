import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { v7 as uuidv7 } from 'uuid'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi, useUserDevice } from '#src/device/device-context.tsx'
import { openChange } from '#src/device/open-change.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useOrdersReadAgain } from '#src/device/stored-reads.ts'
import { useLive } from '#src/device/use-live.ts'
import { findOrderOf, keptOrderQuery } from '#src/store/known-orders.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** An order as the server has it, whatever device placed it; without an answer, as this device keeps it. */
export const useOrder = (id: string) => {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    ...orderQuery(api, id),
    meta: { opened: true },
    refetchOnWindowFocus: 'always',
  })
  const stored = useLive(keptOrderQuery(id))
  const kept = data === undefined && error !== null ? stored.value : undefined
  return {
    order: data ?? kept?.order,
    /** When the device read it, where the server did not answer. */
    keptAt: kept?.at,
    error,
    retry: refetch,
  }
}

const orderQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: replyKey(activeOrders.get, { id }),
    queryFn: ({ signal }) => api.call(activeOrders.get, { params: { id }, signal }),
  })

type Reach = { api: ApiClient; client: QueryClient; database: UserDatabase }

/** What an order holds never changes under its id, so one that is known here is not read again. @throws ApiError */
export const findOrder = async (
  { api, client, database }: Reach,
  { id, customerId }: Pick<TrackedOrder, 'id' | 'customerId'>,
): Promise<TrackedOrder> =>
  (await findOrderOf(database, customerId, id)) ??
  (await client.fetchQuery({ ...orderQuery(api, id), staleTime: Number.POSITIVE_INFINITY }))

export type OrderAction = 'change' | 'cancel'

/** Changing and cancelling need the server: only it knows whether picking has begun. */
export const useOrderActions = (order: TrackedOrder) => {
  const { id } = order
  const api = useApi()
  const run = useAction()
  const { database } = useUserDevice()
  const client = useQueryClient()
  const navigate = useNavigate()
  const readAgain = useOrdersReadAgain()
  // A repeated press opens the same trolly.
  const [basketId] = useState(() => uuidv7())
  const [busy, setBusy] = useState<OrderAction>()
  const [unanswered, setUnanswered] = useState<OrderAction>()

  const doing = async (what: OrderAction, act: () => Promise<void>): Promise<void> => {
    setBusy(what)
    setUnanswered(undefined)
    try {
      await act()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'no_reply') setUnanswered(what)
      else showFailure(error)
      void client.invalidateQueries({ queryKey: replyKey(activeOrders.get, { id }) })
    } finally {
      setBusy(undefined)
    }
  }
  return {
    busy,
    /** What was asked without an answer: the request may have reached the server anyway. */
    unanswered,
    change: () =>
      doing('change', async () => {
        const trolly = await openChange({ api, run, database }, order, basketId)
        await navigate(`/orders/create-${trolly.id}`)
      }),
    cancel: () =>
      doing('cancel', async () => {
        const order = await run(() => api.call(activeOrders.cancel, { params: { id } }))
        client.setQueryData<TrackedOrder>(replyKey(activeOrders.get, { id }), order)
        for (const read of [activeOrders.search, activeOrders.filters])
          void client.invalidateQueries({ queryKey: replyKey(read) })
        readAgain()
        notifications.show({
          message: `Order ${order.orderNo} is cancelled`,
          statusColor: 'success',
          showInProduction: true,
        })
      }),
  }
}
