import { inArray } from 'drizzle-orm'
import type { TemplateChanged, TemplateConflict } from '#contract/templates.ts'
import { inShelfOrder } from '#domain/templates/view.ts'
import type { Database } from '#server/db/database.ts'
import { templateItems, templates } from '#server/db/schema/templates.ts'
import { findTemplate, templateLane } from '#src/store/templates.ts'
import type { Entry } from '#tests/support/sim/journal.ts'
import type { SimDevice } from '#tests/support/sim/sim-device.ts'
import type { Waiting } from '#tests/support/sim/waiting.ts'
import type { TemplatesLedger } from './ledger.ts'

type Parts = { ledger: TemplatesLedger; journal: readonly Entry[]; waiting: Waiting }

export type TemplatesOnServer = Awaited<ReturnType<typeof readTemplatesOnServer>>

export const readTemplatesOnServer = async (database: Database, ids: string[]) => {
  const heads = await database.select().from(templates).where(inArray(templates.id, ids))
  const items = await database.select().from(templateItems).where(inArray(templateItems.templateId, ids))
  return heads.map((head) => ({ ...head, items: items.filter(({ templateId }) => templateId === head.id) }))
}

/** Every device shows the server's data, if its user may see it and nothing waits. */
export const templatesDiffer = async (
  devices: readonly SimDevice[],
  server: TemplatesOnServer,
  waiting: Waiting,
): Promise<string[]> => {
  const found: string[] = []
  for (const { name, userId, tabs } of devices) {
    const database = tabs.at(-1)?.database
    for (const template of server) {
      const lane = templateLane(template.id)
      const maySee = template.visibility === 'shared' || template.ownerId === userId
      const asks = waiting.some((record) => record.lane === lane && record.device === name)
      if (!database || template.deleted || !maySee || asks) continue
      const view = await findTemplate(database, template.id)
      const stored = { ...template, items: inShelfOrder(template.items.filter(({ deleted }) => !deleted)) }
      const shown = view ? asText(view) : 'nothing'
      if (shown !== asText(stored))
        found.push(`${name} shows ${template.id} as ${shown}, the server has ${asText(stored)}`)
    }
  }
  return found
}

type Shown = {
  name: string
  visibility: string
  items: readonly {
    product_no: string
    parLevel: number | null
    lastQuantity: number | null
    position: number
  }[]
}

const asText = ({ name, visibility, items }: Shown): string =>
  [name, visibility, ...items.map((item) => itemText(item))].join(', ')

const itemText = ({ product_no, parLevel, lastQuantity, position }: Shown['items'][number]): string =>
  `${product_no} par ${parLevel} last ${lastQuantity} at ${position}`

type DetailsChange = { key: string; device: string; id: string; before: number; after: number }

const detailsChanges = (journal: readonly Entry[]): DetailsChange[] =>
  journal.flatMap(({ key, device, status, reply }) => {
    if (status !== 200 || !('itemCount' in reply)) return []
    const { id, detailsVersionBefore: before, detailsVersion: after } = reply as unknown as TemplateChanged
    return before === after ? [] : [{ key, device, id, before, after }]
  })

/** No other device's name was replaced unseen, and none was refused without cause. */
export const namesWrong = ({ ledger, journal }: Pick<Parts, 'ledger' | 'journal'>): string[] => {
  const changes = detailsChanges(journal)
  return journal.flatMap(({ key, status, reply }) => {
    const seen = ledger.seen.get(key)
    if (!seen) return []
    const own = changes.find((change) => change.key === key)
    const foreign = (id: string, until: number) =>
      changes.filter(
        (change) =>
          change.id === id &&
          change.device !== seen.device &&
          change.after > seen.version &&
          change.after <= until,
      )
    if (own) {
      const replaced = foreign(own.id, own.before)
      return replaced.length > 0
        ? [`${key} of ${seen.device} replaced ${JSON.stringify(replaced)} unseen`]
        : []
    }
    if (status !== 412 || !('template' in reply)) return []
    const { template } = reply as unknown as TemplateConflict
    return foreign(template.id, template.detailsVersion).length > 0
      ? []
      : [`${key} of ${seen.device} was refused, though nobody else renamed ${template.id}`]
  })
}

/** The last name given by a person was written as given, or still asks. */
export const namesLost = ({ ledger, journal, waiting }: Parts): string[] =>
  [...ledger.names].flatMap(([key, { opId, name }]) => {
    const [device, id = ''] = key.split(' ')
    const asks = waiting.some((record) => record.device === device && record.lane === templateLane(id))
    const entry = journal.find((each) => each.key === opId)
    if (asks || entry === undefined)
      return asks || isDroppedWhole(journal, id) ? [] : [`${key}: ${name} is lost`]
    const written = entry.status === 200 ? (entry.reply as unknown as TemplateChanged).name : undefined
    return written === name ? [] : [`${key}: ${name} was given and ${written} was written by ${opId}`]
  })

/** Created and deleted before it was ever sent. */
const isDroppedWhole = (journal: readonly Entry[], id: string): boolean =>
  !journal.some(
    ({ reply, status }) => status === 200 && 'itemCount' in reply && 'id' in reply && reply.id === id,
  )

/** An item changed by only one device is as that device last showed it. */
export const itemsLost = ({ ledger, waiting }: Parts, server: TemplatesOnServer): string[] =>
  [...ledger.items].flatMap(([key, { devices, shown }]) => {
    const [id = '', product_no] = key.split(' ')
    const template = server.find((each) => each.id === id)
    const asks = waiting.some(({ lane }) => lane === templateLane(id))
    if (devices.size > 1 || !template || asks) return []
    const stored = template.items.find((item) => item.product_no === product_no && !item.deleted)
    const wanted = shown ? itemText(shown) : 'absent'
    const stands = stored ? itemText(stored) : 'absent'
    return wanted === stands ? [] : [`${[...devices]}: ${id} was to hold ${wanted}, and is ${stands}`]
  })
