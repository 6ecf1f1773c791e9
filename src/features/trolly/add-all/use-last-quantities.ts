import { useStored } from '#src/device/use-stored.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** By product number: how many the customer last ordered, from the orders that this device knows. */
export const useLastQuantities = (customerId: string): ReadonlyMap<string, number> =>
  useStored((database) => lastQuantities(database, customerId), [customerId]).value ?? NONE

const lastQuantities = async ({ placedOrders }: UserDatabase, customerId: string) => {
  const orders = await placedOrders.filter((order) => order.customerId === customerId).toArray()
  const oldestFirst = orders.sort((one, other) => one.placedAt.localeCompare(other.placedAt))
  return new Map(
    oldestFirst.flatMap(({ lines }) =>
      lines.map(({ product_no, quantity }): [string, number] => [product_no, quantity]),
    ),
  )
}

const NONE: ReadonlyMap<string, number> = new Map()
