import type { Product } from '#domain/product.ts'
import type { Device } from '#src/device/session/device.ts'
import type { UserDevice } from '#src/device/session/user-device.ts'
import { engineOf } from '#src/features/search/engine/use-engine.ts'

/** Loads with the first typed letter: a trolly opens without it. */
export const suggestProducts = async (
  { device, user }: { device: Device; user: UserDevice },
  { text, customerId, priceListId }: { text: string; customerId: string; priceListId: string },
): Promise<readonly Product[]> => {
  const body = { queryString: text, page: 1, pageLength: SUGGESTED, sort_by: 'relevance' as const }
  return (await engineOf(device, user).search({ body, priceListId, customerId }, 'suggestions')).data
}

const SUGGESTED = 6
