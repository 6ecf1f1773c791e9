import { productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { SEARCHES_SENT_AT_ONCE } from '#domain/searches.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { forgetSearches, readSearches } from '#src/store/search-log.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** Ids prevent double counting. Without an answer searches wait; refused ones are dropped, as mere statistics. */
export const reportSearches = async ({
  database,
  api,
}: {
  database: UserDatabase
  api: ApiClient
}): Promise<void> => {
  for (;;) {
    const searches = await readSearches(database, SEARCHES_SENT_AT_ONCE)
    if (searches.length === 0) return
    try {
      await api.call(productSearchAnalysis.record, { body: { searches } })
    } catch (error) {
      if (!(error instanceof ApiError && REFUSED_FOR_GOOD.includes(error.status))) return
    }
    await forgetSearches(database, searches)
  }
}

const REFUSED_FOR_GOOD = [400, 403, 404, 405, 413]
