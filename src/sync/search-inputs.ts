import { productSearch } from '#contract/product-search.ts'
import { purchaseHistory } from '#contract/purchase-history.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import {
  type Asked,
  findAdvertsDownload,
  findHistoryDownload,
  findTermsDownload,
  storeAdverts,
  storeHistory,
  storeTerms,
} from '#src/store/products/search-inputs.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'

type Ports = {
  database: UserDatabase
  api: ApiClient
  withRoom: <Result>(write: () => Promise<Result>) => Promise<Result>
  now: () => number
}

/** Downloads trade terms, adverts and the purchase history; unchanged ones cost a few bytes. @throws ApiError */
export const refreshSearchInputs = async (
  { database, api, withRoom, now }: Ports,
  { customerId, signal }: { customerId: string; signal: AbortSignal | undefined },
): Promise<void> => {
  const refresh = async <Reply>(
    known: Download | undefined,
    ask: (calling: { query: { since?: string }; signal?: AbortSignal }) => Promise<Reply>,
    store: (reply: Reply, asked: Asked) => Promise<void>,
  ): Promise<void> => {
    const calling = { query: known ? { since: known.cursor } : {}, ...(signal && { signal }) }
    const reply = await ask(calling).catch(unlessOlder)
    if (reply) await withRoom(() => store(reply, { known, now: now() }))
  }
  await refresh(
    await findTermsDownload(database),
    (calling) => api.call(productSearch.searchTerms, calling),
    (reply, asked) => storeTerms(database, reply, asked),
  )
  await refresh(
    await findAdvertsDownload(database),
    (calling) => api.call(productSearch.adverts, calling),
    (reply, asked) => storeAdverts(database, reply, asked),
  )
  await refresh(
    await findHistoryDownload(database, customerId),
    (calling) => api.call(purchaseHistory.download, { params: { id: customerId }, ...calling }),
    (reply, asked) => storeHistory(database, customerId, reply, asked),
  )
}

/** An older server lacks this call: the device goes on with what it has. */
const unlessOlder = (error: unknown): undefined => {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}
