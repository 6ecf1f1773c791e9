import { and, asc, count, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import type { DELIVERY_ADDRESS_SORTS, DeliveryAddressFields } from '#contract/delivery-addresses.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { customers } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import type { Connection } from '#server/db/transaction.ts'

export type AddressRow = typeof deliveryAddresses.$inferSelect
type Executor = Database | Connection

export type AddressSearch = {
  customerId: string
  text: string
  deleted: boolean
  sort: (typeof DELIVERY_ADDRESS_SORTS)[number]
  descending: boolean
  limit: number
  offset: number
}

const SORTS: Record<AddressSearch['sort'], SQL> = {
  name: sql`lower(${deliveryAddresses.name})`,
  town: sql`lower(${deliveryAddresses.town})`,
  postcode: sql`${deliveryAddresses.postcode}`,
}

export const searchAddresses = async (
  database: Database,
  { customerId, text, deleted, sort, descending, limit, offset }: AddressSearch,
): Promise<{ data: AddressRow[]; total: number }> => {
  const all = sql`unaccent(lower(concat_ws(' ', ${deliveryAddresses.name}, ${deliveryAddresses.contactName}, array_to_string(${deliveryAddresses.addressLines}, ' '), ${deliveryAddresses.town}, ${deliveryAddresses.postcode})))`
  const where = and(
    eq(deliveryAddresses.customerId, customerId),
    eq(deliveryAddresses.deleted, deleted),
    ...holdsEachWord(all, text),
  )
  const [data, counted] = await Promise.all([
    database
      .select()
      .from(deliveryAddresses)
      .where(where)
      .orderBy(
        desc(deliveryAddresses.isDefault),
        descending ? desc(SORTS[sort]) : asc(SORTS[sort]),
        deliveryAddresses.id,
      )
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(deliveryAddresses).where(where),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export const findAddress = async (executor: Executor, id: string): Promise<AddressRow | undefined> =>
  (await executor.select().from(deliveryAddresses).where(eq(deliveryAddresses.id, id)))[0]

/** Changes of an account's addresses queue at its row, as one of them may take the default from another. */
export const lockAddressesOf = async (connection: Connection, customerId: string): Promise<void> => {
  await connection
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('no key update')
}

export const hasAddress = (connection: Connection, customerId: string): Promise<boolean> =>
  isAny(connection, currentOf(customerId))

export const hasDefault = (connection: Connection, customerId: string): Promise<boolean> =>
  isAny(connection, and(currentOf(customerId), eq(deliveryAddresses.isDefault, true)))

const currentOf = (customerId: string): SQL | undefined =>
  and(eq(deliveryAddresses.customerId, customerId), eq(deliveryAddresses.deleted, false))

const isAny = async (connection: Connection, where: SQL | undefined): Promise<boolean> =>
  (await connection.select({ id: deliveryAddresses.id }).from(deliveryAddresses).where(where).limit(1))
    .length > 0

/** Undefined if the id is taken. */
export const insertAddress = async (
  connection: Connection,
  row: { id: string; customerId: string; updatedAt: Date } & DeliveryAddressFields,
): Promise<AddressRow | undefined> => {
  const [inserted] = await connection.insert(deliveryAddresses).values(row).onConflictDoNothing().returning()
  return inserted
}

export const updateAddress = async (
  connection: Connection,
  id: string,
  fields: Partial<DeliveryAddressFields> & { deleted?: boolean; updatedAt: Date },
): Promise<AddressRow | undefined> =>
  (
    await connection
      .update(deliveryAddresses)
      .set({ ...fields, version: sql`${deliveryAddresses.version} + 1` })
      .where(eq(deliveryAddresses.id, id))
      .returning()
  )[0]

/** Their versions stay: nothing that a person entered changes. */
export const clearOtherDefaults = async (
  connection: Connection,
  { id, customerId }: { id: string; customerId: string },
): Promise<void> => {
  await connection
    .update(deliveryAddresses)
    .set({ isDefault: false })
    .where(
      and(
        eq(deliveryAddresses.customerId, customerId),
        ne(deliveryAddresses.id, id),
        eq(deliveryAddresses.isDefault, true),
      ),
    )
}
