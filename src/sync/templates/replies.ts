import type { Template } from '#contract/template-reads.ts'
import type { TemplateHead as HeadReply } from '#contract/templates.ts'
import type { TemplateHead, TemplateItem } from '#domain/templates/template.ts'

/** Only what is stored: a reply may have more, and a newer server's still more. */
export const headOfReply = ({
  id,
  customerId,
  ownerId,
  ownerName,
  name,
  visibility,
  version,
  detailsVersion,
  itemCount,
  deleted,
  createdAt,
  updatedAt,
}: HeadReply): TemplateHead => ({
  id,
  customerId,
  ownerId,
  ownerName,
  name,
  visibility,
  version,
  detailsVersion,
  itemCount,
  deleted,
  createdAt,
  updatedAt,
})

export const itemOfReply = ({
  product_number: product_no,
  parLevel,
  lastQuantity,
  position,
  shelf,
  parLevels,
  deleted,
  addedAt,
}: Omit<Template['items'][number], 'id' | 'product'>): TemplateItem => ({
  product_no,
  parLevel,
  lastQuantity,
  position,
  shelf,
  parLevels,
  deleted,
  addedAt,
})
