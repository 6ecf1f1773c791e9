import { useMayOrder } from '#src/device/use-may-order.ts'
import { useStored } from '#src/device/use-stored.ts'
import { usePreparedId } from '#src/features/trolly/use-prepared-id.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { listTrollyOutlines } from '#src/store/trollies/trollies.ts'
import { useTrolliesRead } from './use-open-trollies.ts'

/**
 * The current trolly, else an open one for the same day. `preparedId`: the id the first product would create; undefined until it is
 * known that no open one is for the day, or a tap made early would begin another.
 */
export const useTrollyToFill = ({ customer, deliveryDay, trolly }: OrderingFor) => {
  useTrolliesRead(customer.id)
  const trollies = useStored((database) => listTrollyOutlines(database, customer.id), [customer.id]).value
  const forTheDay = trollies?.find((open) => open.deliveryDay === deliveryDay && !open.readOnly)
  const preparedId = usePreparedId()
  const mayOrder = useMayOrder()
  return {
    mayOrder,
    openId: trolly?.id ?? forTheDay?.id,
    preparedId: trollies === undefined ? undefined : preparedId,
  }
}
