import type { Product } from '#domain/product.ts'
import { isReadAsCode } from '#domain/quick-add.ts'
import type { SaidLine } from '#domain/said-order/said-line.ts'
import type { Device } from '#src/device/device.ts'
import { searchRecorderOf } from '#src/device/search-recorder.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { shownBy } from '#src/features/search/shown-by.ts'
import type { LocalSaidResult } from './search-protocol.ts'
import { engineOf } from './use-engine.ts'

const SUGGESTED = 6

/** The first products for a text, which counts as a search unless it is read as a code and a quantity. */
export const suggestProducts = async (
  { device, user }: { device: Device; user: UserDevice },
  asked: { text: string; channel: string; customerId: string; priceListId: string },
): Promise<readonly Product[]> => {
  const { text, channel, customerId, priceListId } = asked
  const body = { queryString: text, page: 1, pageLength: SUGGESTED, sort_by: 'relevance' as const }
  const { data, total } = await engineOf(device, user).search({ body, priceListId, customerId }, channel)
  if (!isReadAsCode(text))
    void searchRecorderOf(user).seen({ customerId, text, found: total, shown: shownBy(data) })
  return data
}

/** The products that the lines of a message may mean, from this device. @throws ProductSearchError */
export const findSaidLines = (
  { device, user }: { device: Device; user: UserDevice },
  { customerId, priceListId }: { customerId: string; priceListId: string },
  lines: readonly SaidLine[],
): Promise<LocalSaidResult> => engineOf(device, user).findSaid({ lines, customerId, priceListId })
