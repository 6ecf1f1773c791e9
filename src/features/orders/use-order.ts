import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { v7 as uuidv7 } from 'uuid'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { OPENED, pressedBy, startedBy } from '#src/device/started-by.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** An order as the server has it, whatever device placed it. */
export const useOrder = (id: string) => {
  const api = useApi()
  const queryKey = replyKey(activeOrders.get, { id })
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: (context) =>
      api.call(activeOrders.get, {
        params: { id },
        signal: context.signal,
        startedBy: startedBy(context),
      }),
    meta: OPENED,
    refetchOnWindowFocus: 'always',
  })
  return { order: data, error, retry: pressedBy(queryKey, refetch) }
}

/** Changing and cancelling need the server: only it knows whether picking has begun. */
export const useOrderActions = (id: string) => {
  const api = useApi()
  const client = useQueryClient()
  const navigate = useNavigate()
  // A repeated press opens the same trolly.
  const [basketId] = useState(() => uuidv7())
  const [busy, setBusy] = useState<'change' | 'cancel'>()

  const doing = async (what: 'change' | 'cancel', act: () => Promise<void>): Promise<void> => {
    setBusy(what)
    try {
      await act()
    } catch (error) {
      showFailure(error)
      void client.invalidateQueries({ queryKey: replyKey(activeOrders.get, { id }) })
    } finally {
      setBusy(undefined)
    }
  }
  return {
    busy,
    change: () =>
      doing('change', async () => {
        const trolly = await api.call(activeOrders.change, {
          params: { id },
          body: { basketId },
          startedBy: 'person',
        })
        await navigate(`/orders/create-${trolly.id}`)
      }),
    cancel: () =>
      doing('cancel', async () => {
        const order = await api.call(activeOrders.cancel, { params: { id }, startedBy: 'person' })
        client.setQueryData<TrackedOrder>(replyKey(activeOrders.get, { id }), order)
        void client.invalidateQueries({ queryKey: replyKey(activeOrders.search) })
        notifications.show({
          message: `Order ${order.orderNo} is cancelled`,
          statusColor: 'success',
          showInProduction: true,
        })
      }),
  }
}
