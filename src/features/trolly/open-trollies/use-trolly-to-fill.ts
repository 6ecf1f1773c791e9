import { useMayOrder } from '#src/device/use-may-order.ts'
import { usePreparedId } from '#src/features/trolly/use-prepared-id.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { useOpenTrollies } from './use-open-trollies.ts'

/** The current trolly, else an open one for the same day. `preparedId`: the id the first product would create. */
export const useTrollyToFill = ({ customer, deliveryDay, trolly }: OrderingFor) => {
  const { trollies } = useOpenTrollies(customer.id)
  const forTheDay = trollies.find((open) => open.trolly.deliveryDay === deliveryDay && !open.trolly.readOnly)
  const preparedId = usePreparedId()
  const mayOrder = useMayOrder()
  return { mayOrder, openId: trolly?.id ?? forTheDay?.trolly.id, preparedId }
}
