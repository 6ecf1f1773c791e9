/** What becomes of a file's row in which something is wrong: nothing of the file is written, the row is left out, or its cell is. */
export const IMPORT_POLICIES = ['stop', 'skip_row', 'skip_field'] as const
export type ImportPolicy = (typeof IMPORT_POLICIES)[number]
