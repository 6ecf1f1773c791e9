import { count, desc, eq } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { accountRequests, postcodeRequests } from '#server/db/schema/joining.ts'
import { priceLists } from '#server/db/schema/prices.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { UserRow } from '#server/features/auth/auth.repository.ts'

/** @returns undefined where the id is known: the same request, sent again */
export const insertAccountRequest = async (
  connection: Connection,
  request: typeof accountRequests.$inferInsert,
): Promise<{ id: string } | undefined> =>
  (
    await connection
      .insert(accountRequests)
      .values(request)
      .onConflictDoNothing()
      .returning({ id: accountRequests.id })
  )[0]

export const insertPostcodeRequest = async (
  connection: Connection,
  request: typeof postcodeRequests.$inferInsert,
): Promise<{ id: string } | undefined> =>
  (
    await connection
      .insert(postcodeRequests)
      .values(request)
      .onConflictDoNothing()
      .returning({ id: postcodeRequests.id })
  )[0]

/** @returns undefined where somebody has the address already */
export const insertUser = async (
  connection: Connection,
  user: typeof users.$inferInsert,
): Promise<UserRow | undefined> =>
  (await connection.insert(users).values(user).onConflictDoNothing().returning())[0]

/** @returns whether the account's number was free */
export const insertCustomer = async (
  connection: Connection,
  customer: typeof customers.$inferInsert,
): Promise<boolean> =>
  (await connection.insert(customers).values(customer).onConflictDoNothing().returning({ id: customers.id }))
    .length > 0

export const linkUser = async (
  connection: Connection,
  link: typeof customerUsers.$inferInsert,
): Promise<void> => {
  await connection.insert(customerUsers).values(link)
}

export const insertFirstAddress = async (
  connection: Connection,
  address: typeof deliveryAddresses.$inferInsert,
): Promise<void> => {
  await connection.insert(deliveryAddresses).values(address)
}

/** The named price list, else the one that most cash accounts have, else the only one there is. */
export const findCashPriceListId = async (
  database: Database,
  named: string | undefined,
): Promise<string | undefined> => {
  if (named !== undefined) {
    const [found] = await database
      .select({ id: priceLists.id })
      .from(priceLists)
      .where(eq(priceLists.id, named))
    return found?.id
  }
  const [usual] = await database
    .select({ id: customers.priceListId })
    .from(customers)
    .where(eq(customers.accountKind, 'cash'))
    .groupBy(customers.priceListId)
    .orderBy(desc(count()), customers.priceListId)
    .limit(1)
  if (usual !== undefined) return usual.id
  const lists = await database.select({ id: priceLists.id }).from(priceLists).limit(2)
  return lists.length === 1 ? lists[0]?.id : undefined
}
