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

/** Every row of a list, or those of the first pages. @param ask for one page @param most enough rows */
export const readPages = async <Row>(
  ask: (page: number) => Promise<{ data: readonly Row[]; total: number }>,
  most = Number.POSITIVE_INFINITY,
): Promise<Row[]> => {
  const found: Row[] = []
  for (let page = 1; ; page += 1) {
    const { data, total } = await ask(page)
    found.push(...data)
    if (data.length === 0 || found.length >= Math.min(total, most)) return found
  }
}
