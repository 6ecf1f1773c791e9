import { isDeepStrictEqual } from 'node:util'
import type { TemplateItemChanged, TemplateItemSettings, templates } from '#contract/templates.ts'
import { TEMPLATE_ITEMS_MAX, TEMPLATE_POSITION_MAX } from '#domain/templates/template.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { changedItem, next } from './template-changes.ts'
import { findItem, findLastPosition, type TemplateItemRow, writeItem } from './template-items.repository.ts'
import { findSold } from './template-sources.repository.ts'
import { writeTemplate } from './templates.repository.ts'
import type { TemplateCall } from './templates.service.ts'

/** A set by product number: the last state of each field wins, and items have no version. */
export type TemplateItemsService = {
  /** @throws Refusal `product_not_found`, unless the item is there already; `too_many_items` */
  add: (call: TemplateCall<typeof templates.addItem>) => Promise<TemplateItemChanged>
  /** Also of a deleted item, which stays deleted. @throws Refusal `item_not_found` */
  set: (call: TemplateCall<typeof templates.setItem>) => Promise<TemplateItemChanged>
  /** Deletes or restores. @throws Refusal `item_not_found`, `too_many_items` */
  setDeleted: (
    call: TemplateCall<typeof templates.removeItem | typeof templates.restoreItem>,
    deleted: boolean,
  ) => Promise<TemplateItemChanged>
}

export const templateItemsService = (): TemplateItemsService => ({
  add: async (call) => {
    const { connection, template, now } = call
    const { product_number: product_no, ...settings } = call.body
    const item = await findItem(connection, template.id, product_no)
    if (item !== undefined && !item.deleted) return await write(call, item, { ...item, ...settings })

    const sold = await findSold(connection, [product_no])
    if (sold.get(product_no) !== true) throw new Refusal('product_not_found')
    const last = await findLastPosition(connection, template.id)
    const position = settings.position ?? Math.min(last + 1, TEMPLATE_POSITION_MAX)
    const { parLevel = null, lastQuantity = null, shelf = null, parLevels = null } = item ?? {}
    return await write(call, item, {
      parLevel,
      lastQuantity,
      shelf,
      parLevels,
      ...settings,
      templateId: template.id,
      product_no,
      position,
      deleted: false,
      addedAt: item?.addedAt ?? now,
    })
  },

  set: async (call) => {
    const item = await requireItem(call)
    return await write(call, item, { ...item, ...call.body })
  },

  setDeleted: async (call, deleted) => {
    const item = await requireItem(call)
    return await write(call, item, { ...item, deleted })
  },
})

type ItemCall = Pick<TemplateCall<typeof templates.setItem>, 'connection' | 'template' | 'now'>

const requireItem = async ({
  connection,
  template,
  params,
}: Pick<
  TemplateCall<typeof templates.setItem>,
  'connection' | 'template' | 'params'
>): Promise<TemplateItemRow> => {
  const item = await findItem(connection, template.id, params.itemId)
  if (item === undefined) throw new Refusal('item_not_found')
  return item
}

const FIELDS = [
  'parLevel',
  'lastQuantity',
  'position',
  'shelf',
  'parLevels',
  'deleted',
] as const satisfies readonly (keyof TemplateItemSettings | 'deleted')[]

const write = async (
  { connection, template, now }: ItemCall,
  before: TemplateItemRow | undefined,
  item: TemplateItemRow,
): Promise<TemplateItemChanged> => {
  if (before !== undefined && FIELDS.every((field) => isDeepStrictEqual(before[field], item[field])))
    return changedItem(template, template, item)
  const itemCount = template.itemCount - presenceOf(before) + presenceOf(item)
  if (itemCount > Math.max(TEMPLATE_ITEMS_MAX, template.itemCount)) throw new Refusal('too_many_items')
  const after = { ...next(template, now), itemCount }
  await writeItem(connection, item)
  await writeTemplate(connection, after)
  return changedItem(template, after, item)
}

const presenceOf = (item: TemplateItemRow | undefined): number => (item === undefined || item.deleted ? 0 : 1)
