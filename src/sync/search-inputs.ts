import { products } from '#contract/products.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import {
  findPurchasesDownload,
  findTermsDownload,
  storePurchases,
  storeTerms,
} from '#src/store/products/search-inputs.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

type Ports = {
  database: UserDatabase
  api: ApiClient
  withRoom: <Result>(write: () => Promise<Result>) => Promise<Result>
  now: () => number
}

/** Downloads trade terms and purchases; unchanged ones cost a few bytes. @throws ApiError */
export const refreshSearchInputs = async (
  { database, api, withRoom, now }: Ports,
  { customerId, signal }: { customerId: string; signal: AbortSignal | undefined },
): Promise<void> => {
  const since = (cursor: string | undefined) => ({ query: cursor === undefined ? {} : { since: cursor } })
  const calling = { ...(signal && { signal }) }

  const terms = await findTermsDownload(database)
  const told = await unlessOlder(() =>
    api.call(products.searchTerms, { ...since(terms?.cursor), ...calling }),
  )
  if (told) await withRoom(() => storeTerms(database, told, { known: terms, now: now() }))

  const bought = await findPurchasesDownload(database, customerId)
  const purchases = await unlessOlder(() =>
    api.call(products.purchases, { params: { id: customerId }, ...since(bought?.cursor), ...calling }),
  )
  if (purchases)
    await withRoom(() => storePurchases(database, customerId, purchases, { known: bought, now: now() }))
}

/** An older server lacks this call: the build's own terms remain in use. */
const unlessOlder = async <Reply>(ask: () => Promise<Reply>): Promise<Reply | undefined> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}
