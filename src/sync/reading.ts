import type { ApiClient } from '#src/api/client.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { PricedCustomer } from './assortment.ts'

/** What a noun needs to bring the server's state into the database. */
export type ReadPorts = {
  database: UserDatabase
  api: ApiClient
  customer: PricedCustomer
}

export const PAGE_LENGTH = 96

/** Every row of a search. @param ask for one page */
export const readPages = async <Row>(
  ask: (page: number) => Promise<{ data: Row[]; total: number }>,
): Promise<Row[]> => {
  const found: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, total } = await ask(page)
    found.push(...data)
    if (data.length === 0 || found.length >= total) return found
  }
}
