import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { templateItems, templates } from '#server/db/schema/templates.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import { customerVisibleTo } from '#server/features/customers/visible-customers.repository.ts'

export type Viewer = { userId: string; isStaff: boolean }

/** With its owner's name and the price list of its customer. */
export type TemplateRow = typeof templates.$inferSelect & { ownerName: string; priceListId: string }

export type TemplateFilter = {
  customerId: string | undefined
  deleted: boolean
  limit: number
  offset: number
}

const rowsOf = (executor: Database | Connection) =>
  executor
    .select({ template: templates, ownerName: users.username, priceListId: customers.priceListId })
    .from(templates)
    .innerJoin(users, eq(users.id, templates.ownerId))
    .innerJoin(customers, eq(customers.id, templates.customerId))

type Joined = Awaited<ReturnType<typeof rowsOf>>[number]

const rowOf = ({ template, ownerName, priceListId }: Joined): TemplateRow => ({
  ...template,
  ownerName,
  priceListId,
})

/** Templates of a customer of the viewer, their own or shared. Staff see every customer, but nobody else's private ones. */
const visibleTo = (executor: Database | Connection, viewer: Viewer): SQL | undefined =>
  and(
    or(eq(templates.ownerId, viewer.userId), eq(templates.visibility, 'shared')),
    customerVisibleTo(executor, viewer, templates.customerId),
  )

const byName = [asc(sql`lower(${templates.name})`), asc(templates.id)]

export const findTemplates = async (
  database: Database,
  viewer: Viewer,
  { customerId, deleted, limit, offset }: TemplateFilter,
): Promise<{ data: TemplateRow[]; total: number }> => {
  const where = and(
    visibleTo(database, viewer),
    eq(templates.deleted, deleted),
    customerId === undefined ? undefined : eq(templates.customerId, customerId),
  )
  const [data, counted] = await Promise.all([
    rowsOf(database)
      .where(where)
      .orderBy(...byName)
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(templates).where(where),
  ])
  return { data: data.map(rowOf), total: counted[0]?.total ?? 0 }
}

/** Those of a customer that are not deleted, with the products in them. */
export const findTemplateLists = (
  database: Database,
  viewer: Viewer,
  customerId: string,
): Promise<{ id: string; name: string; product_nos: string[] }[]> =>
  database
    .select({
      id: templates.id,
      name: templates.name,
      product_nos: sql<string[]>`ARRAY(
        SELECT i.product_no FROM ${templateItems} i WHERE i.template_id = ${templates.id} AND NOT i.deleted
      )`,
    })
    .from(templates)
    .where(
      and(eq(templates.customerId, customerId), visibleTo(database, viewer), eq(templates.deleted, false)),
    )
    .orderBy(...byName)

/** Undefined for a missing template and another user's alike. */
export const findTemplate = async (
  executor: Database | Connection,
  viewer: Viewer,
  id: string,
): Promise<TemplateRow | undefined> => {
  const [found] = await rowsOf(executor).where(and(eq(templates.id, id), visibleTo(executor, viewer)))
  return found && rowOf(found)
}

/** The same with the row locked: all changes of a template queue here. Read its items afterwards. */
export const lockTemplate = async (
  connection: Connection,
  viewer: Viewer,
  id: string,
): Promise<TemplateRow | undefined> => {
  const [found] = await rowsOf(connection)
    .where(and(eq(templates.id, id), visibleTo(connection, viewer)))
    .for('update', { of: templates })
  return found && rowOf(found)
}

/** False if the id is taken. */
export const insertTemplate = async (
  connection: Connection,
  row: typeof templates.$inferInsert,
): Promise<boolean> => {
  const inserted = await connection
    .insert(templates)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: templates.id })
  return inserted.length > 0
}

/** Requires the row's lock. */
export const writeTemplate = async (
  connection: Connection,
  { id, name, visibility, version, detailsVersion, itemCount, deleted, updatedAt }: TemplateRow,
): Promise<void> => {
  await connection
    .update(templates)
    .set({ name, visibility, version, detailsVersion, itemCount, deleted, updatedAt })
    .where(eq(templates.id, id))
}
