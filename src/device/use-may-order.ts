import { useUser } from './device-context.tsx'

/** Whether this user may change trollies and place orders, or only look (specification, section 6). */
export const useMayOrder = (): boolean => useUser().can_place_orders !== 0
