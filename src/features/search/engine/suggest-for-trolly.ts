import { type ProductSuggestion, productSuggestions } from '#contract/product-suggestions.ts'
import type { ApiClient } from '#src/api/client.ts'
import { hasWholeList, pause, SERVER_WAITS_MS, type Wanted } from './find-for-trolly.ts'
import type { ProductSearch } from './product-search.ts'

/** From this device if its list is complete, else from the server. None if neither can: a search works without. */
export const suggestForTrolly = async (
  { device, api }: { device: Pick<ProductSearch, 'suggest' | 'state'>; api: ApiClient },
  {
    trollyId,
    customerId,
    customerToTell,
    text,
    signal,
  }: Omit<Wanted, 'priceListId' | 'body'> & { text: string },
): Promise<ProductSuggestion[]> => {
  if (hasWholeList(device)) return await device.suggest({ text, customerId })
  await pause(SERVER_WAITS_MS, signal)
  const query = { queryString: text, ...(customerToTell !== undefined && { customerId: customerToTell }) }
  return (await api.call(productSuggestions.find, { params: { id: trollyId }, query, signal })).data
}
