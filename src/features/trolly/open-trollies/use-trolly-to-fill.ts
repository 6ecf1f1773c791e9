import { useLive } from '#src/device/use-live.ts'
import { useMayOrder } from '#src/device/use-may-order.ts'
import type { OrderingFor } from '#src/store/choice.ts'
import { outlinesQuery } from '#src/store/trollies/trollies.ts'
import { useTrolliesRead } from './use-open-trollies.ts'

/**
 * The current trolly, else an open one for the same day. `draftId`: what the first product would begin; undefined until it is known
 * that no open one is for the day, or a tap made early would begin another.
 */
export const useTrollyToFill = ({ customer, deliveryDay, trolly }: OrderingFor) => {
  useTrolliesRead(customer.id)
  const found = useLive(outlinesQuery(customer.id)).value
  const forTheDay = found?.find((open) => !open.isDraft && open.deliveryDay === deliveryDay && !open.readOnly)
  const openId = trolly?.id ?? forTheDay?.id
  const draftId = found?.find(({ isDraft }) => isDraft)?.id
  return { mayOrder: useMayOrder(), openId, draftId, trollyId: openId ?? draftId }
}
