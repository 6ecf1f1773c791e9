import { useLive } from '#src/device/use-live.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { trolliesToFillQuery } from '#src/store/trollies/prepared-trolly.ts'
import { useTrolliesRead } from './use-open-trollies.ts'

/**
 * The current trolly, else an open one for the same day. `preparedId`: the id the first product would create; undefined until it is
 * known that no open one is for the day, or a tap made early would begin another.
 */
export const useTrollyToFill = ({ customer, deliveryDay, trolly }: OrderingFor) => {
  useTrolliesRead(customer.id)
  const found = useLive(trolliesToFillQuery(customer.id)).value
  const forTheDay = found?.open.find((open) => open.deliveryDay === deliveryDay && !open.readOnly)
  const mayOrder = useMayOrder()
  return { mayOrder, openId: trolly?.id ?? forTheDay?.id, preparedId: found?.preparedId }
}
