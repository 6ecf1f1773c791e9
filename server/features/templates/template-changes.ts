import type { TemplateChanged, TemplateHead, TemplateItemChanged } from '#contract/templates.ts'
import type { TemplateItemRow } from './template-items.repository.ts'
import type { TemplateRow } from './templates.repository.ts'

export const headOf = ({ priceListId: _, createdAt, updatedAt, ...row }: TemplateRow): TemplateHead => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

export const itemOf = ({ templateId: _, product_no, addedAt, ...row }: TemplateItemRow) => ({
  ...row,
  id: product_no,
  product_number: product_no,
  addedAt: addedAt.toISOString(),
})

/** The template after one change, whatever else the caller changes. */
export const next = (template: TemplateRow, now: Date): TemplateRow => ({
  ...template,
  version: template.version + 1,
  updatedAt: now,
})

const versionsBefore = ({ version, detailsVersion }: TemplateRow) => ({
  versionBefore: version,
  detailsVersionBefore: detailsVersion,
})

/** Equal versions where nothing changed. */
export const changed = (before: TemplateRow, after: TemplateRow): TemplateChanged => ({
  ...headOf(after),
  ...versionsBefore(before),
})

export const changedItem = (
  before: TemplateRow,
  after: TemplateRow,
  item: TemplateItemRow,
): TemplateItemChanged => ({ ...itemOf(item), template: headOf(after), ...versionsBefore(before) })
