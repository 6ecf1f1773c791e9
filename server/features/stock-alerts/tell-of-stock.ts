import { and, eq, exists, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '#domain/durations.ts'
import { type StockMailContent, TOLD_KEPT_DAYS } from '#domain/stock-alerts.ts'
import { STAFF_TYPES } from '#domain/user.ts'
import { customers } from '#server/db/schema/customers.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { stockAlerts } from '#server/db/schema/stock-alerts.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import { insertMails } from '#server/features/mail/mail-queue.repository.ts'
import { pushToUsers } from '#server/features/push/push-queue.repository.ts'
import { type AlertOf, isAvailable, isOneOf } from './stock-alerts.repository.ts'

/**
 * Marks the alerts that came true and writes one mail and one notification for each user, whatever their contact choices: those are about
 * what they did not ask for, and an alert asks for this mail.
 * @param connection in a transaction: after a crash either both are there, or the next round does it again
 * @returns how many came true
 */
export const tellOfStock = (connection: Connection, now: Date): Promise<number> =>
  tell(connection, isAvailable(connection), now)

/** The same for those that staff name, whatever the stock says. */
export const tellNow = (connection: Connection, alerts: readonly AlertOf[], now: Date): Promise<number> =>
  tell(connection, isOneOf(alerts), now)

/**
 * Mails those who wait that they can have another product instead. They go on waiting.
 * @returns how many alerts it was offered for; undefined where no such product is sold
 */
export const offerInstead = async (
  connection: Connection,
  { alerts, product_no, now }: { alerts: readonly AlertOf[]; product_no: string; now: Date },
): Promise<number | undefined> => {
  const [instead] = await connection
    .select({ product_no: products.product_no, name: products.name, pack: products.pack })
    .from(products)
    .where(and(eq(products.product_no, product_no), eq(products.active, true)))
  if (instead === undefined) return undefined
  const isPriced = exists(
    connection
      .select({ pence: prices.pence })
      .from(prices)
      .innerJoin(customers, eq(customers.priceListId, prices.priceListId))
      .where(
        and(
          eq(customers.id, stockAlerts.customerId),
          eq(prices.product_no, product_no),
          isNotNull(prices.pence),
        ),
      ),
  )
  const waiting = await connection
    .select({
      userId: stockAlerts.userId,
      customerId: stockAlerts.customerId,
      product_no: stockAlerts.product_no,
    })
    .from(stockAlerts)
    .where(and(isNull(stockAlerts.toldAt), isOneOf(alerts), isPriced, mayBeTold(connection)))
  if (waiting.length > 0) {
    const mails = await mailsFor(connection, waiting)
    const offers = mails.map((mail) => ({ ...mail, content: { ...mail.content, instead } }))
    await insertMails(connection, offers, now)
  }
  return waiting.length
}

const tell = async (connection: Connection, which: SQL | undefined, now: Date): Promise<number> => {
  const came = await connection
    .update(stockAlerts)
    .set({ toldAt: now })
    .where(and(isNull(stockAlerts.toldAt), which, mayBeTold(connection)))
    .returning({
      userId: stockAlerts.userId,
      customerId: stockAlerts.customerId,
      product_no: stockAlerts.product_no,
    })
  if (came.length > 0) {
    await insertMails(connection, await mailsFor(connection, came), now)
    await pushToUsers(connection, {
      userIds: [...new Set(came.map(({ userId }) => userId))],
      kind: 'back_in_stock',
      event: `back_in_stock:${now.toISOString()}`,
      path: '/orders/stock-alerts',
      now,
    })
  }
  return came.length
}

/** The person still signs in, and still for this account. */
const mayBeTold = (connection: Connection): SQL =>
  exists(
    connection
      .select({ id: users.id })
      .from(users)
      .leftJoin(
        customerUsers,
        and(eq(customerUsers.userId, users.id), eq(customerUsers.customerId, stockAlerts.customerId)),
      )
      .where(
        and(
          eq(users.id, stockAlerts.userId),
          isNull(users.deactivatedAt),
          or(inArray(users.accountType, [...STAFF_TYPES]), eq(customerUsers.userId, users.id)),
        ),
      ),
  )

const mailsFor = async (connection: Connection, came: readonly AlertOf[]) => {
  const unique = (key: keyof AlertOf): string[] => [...new Set(came.map((alert) => alert[key]))]
  const people = await connection
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(inArray(users.id, unique('userId')))
  const accounts = await connection
    .select({ id: customers.id, name: customers.name })
    .from(customers)
    .where(inArray(customers.id, unique('customerId')))
    .orderBy(sql`lower(${customers.name})`, customers.id)
  const goods = await connection
    .select({ product_no: products.product_no, name: products.name, pack: products.pack })
    .from(products)
    .where(inArray(products.product_no, unique('product_no')))
    .orderBy(sql`lower(${products.name})`, products.product_no)
  return people.map(({ id, email }) => {
    const own = came.filter(({ userId }) => userId === id)
    const content: StockMailContent = {
      accounts: accounts.flatMap(({ id: customerId, name }) => {
        const wanted = new Set(
          own.flatMap((alert) => (alert.customerId === customerId ? [alert.product_no] : [])),
        )
        return wanted.size === 0
          ? []
          : [{ customerId, name, products: goods.filter(({ product_no }) => wanted.has(product_no)) }]
      }),
    }
    return { kind: 'back_in_stock' as const, recipient: email, content }
  })
}

export const deleteOldStockAlerts = async (connection: Connection): Promise<void> => {
  const before = new Date(Date.now() - TOLD_KEPT_DAYS * DAY_MS)
  await connection.delete(stockAlerts).where(lt(stockAlerts.toldAt, before))
}
