import { useStored } from '#src/device/use-stored.ts'
import { readKnownOrders } from '#src/store/known-orders.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** By product number: how many the customer last ordered, from the orders that this device knows. */
export const useLastQuantities = (customerId: string): ReadonlyMap<string, number> =>
  useStored((database) => lastQuantities(database, customerId), [customerId]).value ?? NONE

const lastQuantities = async (database: UserDatabase, customerId: string) => {
  const oldestFirst = (await readKnownOrders(database, customerId)).reverse()
  return new Map(
    oldestFirst.flatMap(({ lines }) =>
      lines.map(({ product_no, quantity }): [string, number] => [product_no, quantity]),
    ),
  )
}

const NONE: ReadonlyMap<string, number> = new Map()
