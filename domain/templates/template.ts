/** A trolly may hold more, but a longer list is unusable. */
export const TEMPLATE_ITEMS_MAX = 500

/** Positions run from minus this to this. */
export const TEMPLATE_POSITION_MAX = 1_000_000_000

/** Of a shelf's name, such as "Walk-in fridge, shelf 2". */
export const SHELF_NAME_MAX = 40

/** 'private' to its owner, or 'shared' with all users of its customer. */
export const TEMPLATE_VISIBILITIES = ['private', 'shared'] as const
export type TemplateVisibility = (typeof TEMPLATE_VISIBILITIES)[number]

/** Others order by a shared template, so changing one needs the right to order; a private one is its owner's. */
export const mayChangeTemplate = (visibility: TemplateVisibility, mayOrder: boolean): boolean =>
  mayOrder || visibility === 'private'

export type TemplateHead = {
  id: string
  customerId: string
  ownerId: string
  /** '' until the server has sent it. */
  ownerName: string
  name: string
  visibility: TemplateVisibility
  version: number
  /** Rises with changes of name and visibility. */
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
  parLevel: number | null
  /** Quantity last added to a trolly. */
  lastQuantity: number | null
  /** Shelf order, ties by product number. */
  position: number
  /** Where it is kept. Absent in rows that an earlier build stored, as are its weekday pars. */
  shelf?: string | null
  parLevels?: WeekdayPars | null
}

/** Pars for deliveries from Monday to Sunday; null where `parLevel` applies. */
export type WeekdayPars = (number | null)[]
