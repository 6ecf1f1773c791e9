import { viewTemplate } from '#domain/templates/view.ts'
import { listTemplates, readTemplateParts } from './templates.ts'
import type { UserDatabase } from './user-database.ts'

/** Templates as lists of product numbers that a search is narrowed to, waiting changes included. */

export type TemplateStamp = {
  id: string
  name: string
  /** Changes with the template's items. */
  stamp: string
  isWaiting: boolean
}

export const listTemplateStamps = async (
  database: UserDatabase,
  customerId: string,
): Promise<TemplateStamp[]> => {
  const [outlines, stored] = await Promise.all([
    listTemplates(database, customerId),
    database.templates.where('customerId').equals(customerId).toArray(),
  ])
  const itemsVersions = new Map(stored.map(({ id, itemsVersion }) => [id, itemsVersion]))
  return outlines.map(({ id, name, version, waitingCount, itemCount }) => ({
    id,
    name,
    stamp: [id, itemsVersions.get(id), version, waitingCount, itemCount].join(':'),
    isWaiting: waitingCount > 0,
  }))
}

/** undefined: deleted, or its items are not on this device. */
export const findTemplateNumbers = async (
  database: UserDatabase,
  id: string,
): Promise<ReadonlySet<string> | undefined> => {
  const parts = await readTemplateParts(database, id)
  const template = viewTemplate(parts)
  if (template === undefined || template.deleted || parts.head?.itemsVersion === null) return undefined
  return new Set(template.items.map(({ product_no }) => product_no))
}
