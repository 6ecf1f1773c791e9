import { mayPlaceOrders } from '#domain/user.ts'
import { useUser } from './device-context.tsx'

/** Specification, section 6. */
export const useMayOrder = (): boolean => mayPlaceOrders(useUser())
