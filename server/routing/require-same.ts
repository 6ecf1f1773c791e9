import { Refusal } from './refusal.ts'

/**
 * Accepts a repeated change, whose first reply was lost.
 * @throws Refusal `version_mismatch` with the current record
 */
export const requireSame = <Row extends { deleted: boolean }>(
  row: Row,
  fields: Partial<Row>,
  current: { noun: string; fields: Record<string, unknown> },
): Row => {
  const names = Object.keys(fields) as (keyof Row)[]
  const isSame = names.every((name) => JSON.stringify(row[name]) === JSON.stringify(fields[name]))
  if (isSame && !row.deleted) return row
  throw new Refusal('version_mismatch', {
    ...(row.deleted && { message: `This ${current.noun} has been deleted. Restore it to change it.` }),
    fields: current.fields,
  })
}
