/** A trolly may hold more, but nobody finds anything in a longer list. */
export const TEMPLATE_ITEMS_MAX = 500

/** Positions run from minus this to this. */
export const TEMPLATE_POSITION_MAX = 1_000_000_000

/** 'private' to its owner, or 'shared' with all users of its customer. */
export const TEMPLATE_VISIBILITIES = ['private', 'shared'] as const
export type TemplateVisibility = (typeof TEMPLATE_VISIBILITIES)[number]
