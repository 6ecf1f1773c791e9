/** What a distributor's code may mean. */
export const CODE_KINDS = ['customer', 'product'] as const
export type CodeKind = (typeof CODE_KINDS)[number]
