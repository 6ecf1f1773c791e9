import { useUser } from './device-context.tsx'

/** Specification, section 6. */
export const useMayOrder = (): boolean => useUser().can_place_orders !== 0
