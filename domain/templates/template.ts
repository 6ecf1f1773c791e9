/** A trolly may hold more, but nobody finds anything in a longer list. */
export const TEMPLATE_ITEMS_MAX = 500

/** Positions run from minus this to this. */
export const TEMPLATE_POSITION_MAX = 1_000_000_000

/** 'private' to its owner, or 'shared' with all users of its customer. */
export const TEMPLATE_VISIBILITIES = ['private', 'shared'] as const
export type TemplateVisibility = (typeof TEMPLATE_VISIBILITIES)[number]

/** A list of products that a user keeps for the next orders. Versions are the server's. */
export type TemplateHead = {
  id: string
  customerId: string
  ownerId: string
  /** '' until the server has named the owner. */
  ownerName: string
  name: string
  visibility: TemplateVisibility
  /** Rises with every change. */
  version: number
  /** Rises with the changes of name and visibility. */
  detailsVersion: number
  itemCount: number
  deleted: boolean
  /** ISO instants. */
  createdAt: string
  updatedAt: string
}

export type TemplateItem = {
  product_no: string
  deleted: boolean
  addedAt: string
} & TemplateItemSettings

export type TemplateItemSettings = {
  /** How many to have on the shelf. */
  parLevel: number | null
  /** How many went into a trolly the last time. */
  lastQuantity: number | null
  /** Shelf order, ties by product number. */
  position: number
}

/** How many to add to a trolly, unless the person says otherwise; undefined: nothing is known. */
export const usualQuantity = ({
  parLevel,
  lastQuantity,
}: Pick<TemplateItemSettings, 'parLevel' | 'lastQuantity'>): number | undefined =>
  parLevel ?? lastQuantity ?? undefined

/** "Par 6", "Last 4" */
export const quantityNote = ({
  parLevel,
  lastQuantity,
}: Pick<TemplateItemSettings, 'parLevel' | 'lastQuantity'>): string | undefined => {
  if (parLevel !== null) return `Par ${parLevel}`
  return lastQuantity === null ? undefined : `Last ordered ${lastQuantity}`
}
