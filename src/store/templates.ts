import { Dexie } from 'dexie'
import { isUnderstood } from '#domain/outbox/lane.ts'
import { type Lane, laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import { TEMPLATE_KINDS } from '#domain/templates/kinds.ts'
import { TEMPLATE, type TemplateRecord } from '#domain/templates/operation.ts'
import type { TemplateHead, TemplateItem } from '#domain/templates/template.ts'
import { type TemplateParts, type TemplateView, viewTemplate } from '#domain/templates/view.ts'
import type { UserDatabase } from './user-database.ts'

/** Callers that write wrap these in their own transaction. */

/** `itemsVersion`: the version whose items are stored in full; null for none. */
export type StoredTemplate = TemplateHead & { itemsVersion: number | null }

export type StoredTemplateItem = TemplateItem & { templateId: string }

export const templateLane = (templateId: string): Lane => laneOf(TEMPLATE, templateId)

export type StoredTemplateParts = Omit<TemplateParts, 'head' | 'queue'> & {
  head: StoredTemplate | undefined
  queue: readonly TemplateRecord[]
}

export const readTemplateParts = async (database: UserDatabase, id: string): Promise<StoredTemplateParts> => {
  const [head, items, queue] = await Promise.all([
    database.templates.get(id),
    itemsOf(database, id).toArray(),
    readTemplateQueue(database, id),
  ])
  return { head, items, queue }
}

/** One item with the whole queue: enough to change a long template. */
export const readItemParts = async (
  database: UserDatabase,
  id: string,
  product_no: string,
): Promise<StoredTemplateParts> => {
  const [head, item, queue] = await Promise.all([
    database.templates.get(id),
    database.templateItems.get([id, product_no]),
    readTemplateQueue(database, id),
  ])
  return { head, items: item ? [item] : [], queue }
}

/** Not `async`: see `change` in src/sync/trollies/taken-back.ts. */
export const readTemplateQueue = ({ outbox }: UserDatabase, id: string): PromiseLike<TemplateRecord[]> =>
  outbox.where('lane').equals(templateLane(id)).sortBy('seq').then(understood)

const understood = (records: readonly OutboxRecord[]): TemplateRecord[] =>
  records.filter((record) => isUnderstood(TEMPLATE_KINDS, record)) as TemplateRecord[]

const itemsOf = ({ templateItems }: UserDatabase, id: string) =>
  templateItems.where('[templateId+product_no]').between([id, Dexie.minKey], [id, Dexie.maxKey])

export const findTemplate = async (database: UserDatabase, id: string): Promise<TemplateView | undefined> =>
  viewTemplate(await readTemplateParts(database, id))

const templateTables = ({ templates, templateItems, outbox }: UserDatabase) => [
  templates,
  templateItems,
  outbox,
]

export const templateQuery = (id: string) => ({
  key: ['template', id],
  read: (database: UserDatabase) =>
    database.transaction('r', templateTables(database), () => findTemplate(database, id)),
})

export const templatesOnDeviceQuery = (customerId: string) => ({
  key: ['templates', customerId],
  read: (database: UserDatabase) =>
    database.transaction('r', templateTables(database), () => listTemplates(database, customerId)),
})

/** Without its items. */
export type TemplateOutline = Omit<TemplateView, 'items'>

/** Sorted by name, with those not sent yet and without deleted ones. Reads items only where changes wait. */
export const listTemplates = async (
  database: UserDatabase,
  customerId: string,
): Promise<TemplateOutline[]> => {
  const [heads, records] = await Promise.all([
    database.templates.where('customerId').equals(customerId).toArray(),
    database.outbox.where('lane').startsWith(templateLane('')).sortBy('seq'),
  ])
  const queue = understood(records)
  const lanes = new Set(queue.map(({ lane }) => lane))
  const known = new Set(heads.map(({ id }) => id))
  const made = queue.flatMap(({ operation }) =>
    operation.kind === 'create' && operation.customerId === customerId && !known.has(operation.templateId)
      ? [operation.templateId]
      : [],
  )
  const changed = await Promise.all(
    [...known, ...made]
      .filter((id) => lanes.has(templateLane(id)))
      .map(async (id) => viewTemplate(await readTemplateParts(database, id))),
  )
  const unchanged = heads.filter(({ id }) => !lanes.has(templateLane(id)))
  return [...changed.flatMap((view) => view ?? []), ...unchanged.map(outlineOf)]
    .filter(({ deleted }) => !deleted)
    .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

const outlineOf = (head: TemplateHead): TemplateOutline => ({
  ...head,
  waitingCount: 0,
  asking: [],
  held: null,
})

/** Keeps a newer row: answers and reads may arrive in any order. */
export const putTemplateHead = async (
  { templates }: UserDatabase,
  head: TemplateHead,
  itemsVersion?: number,
): Promise<void> => {
  const known = await templates.get(head.id)
  if (known && head.version < known.version) return
  await templates.put({ ...head, itemsVersion: itemsVersion ?? known?.itemsVersion ?? null })
}

/** Everything of a template as the server has it. */
export const replaceTemplate = async (
  database: UserDatabase,
  head: TemplateHead,
  items: readonly TemplateItem[],
): Promise<void> => {
  await database.templates.put({ ...head, itemsVersion: head.version })
  await itemsOf(database, head.id).delete()
  await database.templateItems.bulkPut(items.map((item) => ({ ...item, templateId: head.id })))
}

export const forgetTemplate = async (database: UserDatabase, id: string): Promise<void> => {
  await database.templates.delete(id)
  await itemsOf(database, id).delete()
}

/** The customer's templates that hold a product. */
export const templatesWithQuery = (customerId: string, product_no: string) => ({
  key: ['templates with', customerId, product_no],
  read: (database: UserDatabase): Promise<ReadonlySet<string>> =>
    database.transaction('r', templateTables(database), async () => {
      const outlines = await listTemplates(database, customerId)
      const rows = await database.templateItems.bulkGet(
        outlines.map(({ id }): [string, string] => [id, product_no]),
      )
      const holding = await Promise.all(
        outlines.map(async ({ id, waitingCount }, index) =>
          waitingCount === 0
            ? rows[index]?.deleted === false
            : (await findTemplate(database, id))?.items.some((item) => item.product_no === product_no),
        ),
      )
      return new Set(outlines.flatMap(({ id }, index) => (holding[index] ? [id] : [])))
    }),
})
