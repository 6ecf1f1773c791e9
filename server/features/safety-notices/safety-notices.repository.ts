import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { NOTICE_KINDS } from '#contract/safety-notice-report.ts'
import { type ReadingKind, safetyStates } from '#domain/allergen-changes.ts'
import type { Allergen } from '#domain/product.ts'
import type { NoticeEdition } from '#domain/safety-notices.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { customers } from '#server/db/schema/customers.ts'
import { products } from '#server/db/schema/products.ts'
import {
  safetyNoticeCustomers as named,
  safetyNotices as notices,
  safetyNoticeReadings as readings,
  recalls,
} from '#server/db/schema/safety-notices.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'

type Executor = Database | Connection

/** Nobody reads more; what was bought and changed last comes first. */
const OWN_MOST = 2_000

/** The builder forgets what an array holds. */
function allergens(column: PgColumn): SQL<Allergen[] | null> {
  return sql<Allergen[] | null>`${column}`
}

const NOTICE = {
  id: notices.id,
  sequence: notices.sequence,
  kind: notices.kind,
  edition: notices.edition,
  at: notices.at,
  closedAt: notices.closedAt,
  productNos: notices.productNos,
  before: { contains: allergens(notices.containsBefore), mayContain: allergens(notices.mayContainBefore) },
  after: { contains: allergens(notices.containsAfter), mayContain: allergens(notices.mayContainAfter) },
  recall: {
    reference: recalls.reference,
    batches: recalls.batches,
    useBy: recalls.useBy,
    reason: recalls.reason,
    action: recalls.action,
    advice: recalls.advice,
    boughtSince: recalls.boughtSince,
  },
}

const CONFIRMING: ReadingKind[] = ['acknowledged', 'phoned']

const hasReading = (executor: Executor, customerId: string, kinds: ReadingKind[]) =>
  executor
    .select({ kind: readings.kind })
    .from(readings)
    .where(
      and(
        eq(readings.noticeId, notices.id),
        eq(readings.edition, notices.edition),
        eq(readings.customerId, customerId),
        inArray(readings.kind, kinds),
      ),
    )

/** Those that nobody has confirmed, and all recalls: a row for each product, in the order in which they were made. */
export const findOwnNotices = async (executor: Executor, customerId: string) => {
  const rows = await executor
    .select({
      ...NOTICE,
      isRead: sql<boolean>`${exists(hasReading(executor, customerId, ['read']))}`,
      isConfirmed: sql<boolean>`${exists(hasReading(executor, customerId, CONFIRMING))}`,
      product_no: named.product_no,
      name: sql<string>`coalesce(${products.name}, '')`,
      pack: sql<string>`coalesce(${products.pack}, '')`,
      quantity: named.quantity,
      lastBought: named.lastBought,
    })
    .from(named)
    .innerJoin(notices, eq(notices.id, named.noticeId))
    .leftJoin(recalls, eq(recalls.id, notices.id))
    .leftJoin(products, eq(products.product_no, named.product_no))
    .where(
      and(
        eq(named.customerId, customerId),
        isNull(notices.closedAt),
        or(isNotNull(recalls.id), notExists(hasReading(executor, customerId, CONFIRMING))),
      ),
    )
    .orderBy(desc(notices.sequence), desc(named.product_no))
    .limit(OWN_MOST)
  return rows.reverse()
}

/** The first of each kind stays. Editions that are not current, and notices that do not name the customer, are left out. */
export const insertReadings = async (
  connection: Connection,
  { customerId, kind, userId, at, of }: ReadingOf & { of: readonly NoticeEdition[] },
): Promise<void> => {
  const found = await connection
    .selectDistinct({ noticeId: notices.id, edition: notices.edition })
    .from(notices)
    .innerJoin(named, eq(named.noticeId, notices.id))
    .where(
      and(
        eq(named.customerId, customerId),
        inArray(
          notices.id,
          of.map(({ id }) => id),
        ),
      ),
    )
  const current = found.filter(({ noticeId, edition }) =>
    of.some((notice) => notice.id === noticeId && notice.edition === edition),
  )
  if (current.length === 0) return
  await connection
    .insert(readings)
    .values(current.map((notice) => ({ ...notice, customerId, kind, userId, at })))
    .onConflictDoNothing()
}

type ReadingOf = { customerId: string; kind: ReadingKind; userId: string; at: Date }

/** @returns undefined where the notice does not name the customer */
export const insertCall = async (
  connection: Connection,
  { noticeId, ...call }: ReadingOf & { noticeId: string; edition: number; spokenTo: string },
): Promise<{ at: Date; spokenTo: string } | undefined> => {
  const { customerId, edition, kind } = call
  const [isNamed] = await connection
    .select({ noticeId: named.noticeId })
    .from(named)
    .where(and(eq(named.noticeId, noticeId), eq(named.customerId, customerId)))
    .limit(1)
  if (isNamed === undefined) return undefined
  await connection
    .insert(readings)
    .values({ noticeId, ...call })
    .onConflictDoNothing()
  const [first] = await connection
    .select({ at: readings.at, spokenTo: readings.spokenTo })
    .from(readings)
    .where(
      and(
        eq(readings.noticeId, noticeId),
        eq(readings.edition, edition),
        eq(readings.customerId, customerId),
        eq(readings.kind, kind),
      ),
    )
  return first
}

export type NoticeSearch = {
  text: string
  kind: (typeof NOTICE_KINDS)[number] | undefined
  descending: boolean
  limit: number
  offset: number
}

/** @param connection with a snapshot, so that page and total agree */
export const searchNotices = async (connection: Connection, asked: NoticeSearch) => {
  const { text, kind, descending, limit, offset } = asked
  const names = sql`(SELECT coalesce(string_agg(p.name || ' ' || p.product_no, ' '), '') FROM products p
    WHERE p.product_no = ANY (${notices.productNos}))`
  const where = and(
    kind === undefined ? undefined : eq(notices.kind, kind),
    ...holdsEachWord(sql`unaccent(lower(${names} || ' ' || coalesce(${recalls.reference}, '')))`, text),
  )
  const rows = await noticesOf(connection, where)
    .orderBy(descending ? desc(notices.sequence) : asc(notices.sequence))
    .limit(limit)
    .offset(offset)
  const [counted] = await connection
    .select({ total: sql<number>`count(*)::int` })
    .from(notices)
    .leftJoin(recalls, eq(recalls.id, notices.id))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}

export const findNotice = async (connection: Connection, id: string) =>
  (await noticesOf(connection, eq(notices.id, id)))[0]

const noticesOf = (connection: Connection, where: SQL | undefined) =>
  connection.select(NOTICE).from(notices).leftJoin(recalls, eq(recalls.id, notices.id)).where(where)

export type FoundNotice = NonNullable<Awaited<ReturnType<typeof findNotice>>>

export const findNames = async (connection: Connection, product_nos: readonly string[]) =>
  product_nos.length === 0
    ? []
    : await connection
        .select({ product_no: products.product_no, name: products.name, pack: products.pack })
        .from(products)
        .where(inArray(products.product_no, [...product_nos]))

/** The states of the notices' customers, which other changes of the same products may have undone. */
export const findStates = async (connection: Connection, asked: readonly FoundNotice[]) => {
  if (asked.length === 0) return new Map<string, never>()
  const product_nos = [...new Set(asked.flatMap(({ productNos }) => productNos))]
  const related = await connection
    .select(NOTICE)
    .from(notices)
    .leftJoin(recalls, eq(recalls.id, notices.id))
    .where(and(eq(notices.kind, 'allergen_change'), arrayOverlaps(notices.productNos, product_nos)))
  const all = [...asked.filter(({ kind }) => kind === 'recall'), ...related]
  const ids = all.map(({ id }) => id)
  const namedRows = await connection
    .selectDistinct({ noticeId: named.noticeId, customerId: named.customerId })
    .from(named)
    .where(inArray(named.noticeId, ids))
  const readRows = await connection
    .select({ noticeId: readings.noticeId, customerId: readings.customerId, kind: readings.kind })
    .from(readings)
    .innerJoin(notices, and(eq(notices.id, readings.noticeId), eq(notices.edition, readings.edition)))
    .where(inArray(readings.noticeId, ids))
  return safetyStates(
    all.map(({ id, sequence, kind, productNos: [product_no = ''], before, after }) => ({
      id,
      sequence,
      change: kind === 'recall' ? null : { product_no, before, after },
    })),
    namedRows,
    readRows,
  )
}

/** One row for each customer, whatever the number of products. */
export const findNamedCustomers = (connection: Connection, noticeId: string) =>
  connection
    .select({
      customerId: customers.id,
      name: customers.name,
      town: customers.town,
      phone: customers.contactPhone,
      quantity: sql<number>`sum(${named.quantity})::int`,
      lastBought: sql<string>`max(${named.lastBought})::text`,
    })
    .from(named)
    .innerJoin(customers, eq(customers.id, named.customerId))
    .where(eq(named.noticeId, noticeId))
    .groupBy(customers.id)
    .orderBy(sql`lower(${customers.name})`, customers.id)

export const findReadings = (connection: Connection, { id, edition }: NoticeEdition) =>
  connection
    .select({
      customerId: readings.customerId,
      kind: readings.kind,
      at: readings.at,
      spokenTo: readings.spokenTo,
      by: sql<string>`coalesce(${users.username}, '')`,
    })
    .from(readings)
    .leftJoin(users, eq(users.id, readings.userId))
    .where(and(eq(readings.noticeId, id), eq(readings.edition, edition)))

export const tryRecall = async (
  connection: Connection,
  { productNos, boughtSince }: { productNos: readonly string[]; boughtSince: string },
): Promise<{ customers: number; quantity: number; withoutPhone: number; unknown: string[] }> => {
  const found = sql`bought_since(${sql.param([...productNos])}::text[], ${boughtSince}::date) AS found`
  const [counted] = await connection
    .select({
      customers: sql<number>`count(DISTINCT found.customer_id)::int`,
      quantity: sql<number>`coalesce(sum(found.quantity), 0)::int`,
      withoutPhone: sql<number>`(count(DISTINCT found.customer_id) FILTER (WHERE ${customers.contactPhone} = ''))::int`,
    })
    .from(found)
    .innerJoin(customers, sql`${customers.id} = found.customer_id`)
  const known = new Set((await findNames(connection, productNos)).map(({ product_no }) => product_no))
  return {
    ...(counted ?? { customers: 0, quantity: 0, withoutPhone: 0 }),
    unknown: productNos.filter((product_no) => !known.has(product_no)),
  }
}

/** For the public page: without customers. */
export const findPublicRecalls = (executor: Executor, since: Date) =>
  executor
    .select({
      at: notices.at,
      product: sql<string>`(SELECT coalesce(string_agg(p.name || CASE WHEN p.pack = '' THEN '' ELSE ', ' || p.pack END, '; ' ORDER BY p.name), '')
        FROM products p WHERE p.product_no = ANY (${notices.productNos}))`,
      reason: recalls.reason,
      batches: recalls.batches,
      useBy: recalls.useBy,
      action: recalls.action,
      advice: recalls.advice,
    })
    .from(notices)
    .innerJoin(recalls, eq(recalls.id, notices.id))
    .where(and(isNull(notices.closedAt), gt(notices.at, since)))
    .orderBy(desc(notices.sequence))
