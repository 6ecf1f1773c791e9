/** If a row of a file has a fault, we write nothing of the file, or all but the row, or all but the cell. */
export const IMPORT_POLICIES = ['stop', 'skip_row', 'skip_field'] as const
export type ImportPolicy = (typeof IMPORT_POLICIES)[number]
