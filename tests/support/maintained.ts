import { v7 as uuidv7 } from 'uuid'
import { STAFF } from './access.ts'

const NOT_THERE = { ...STAFF, ST: 'record_not_found', AD: 'record_not_found', NW: 'record_not_found' }

/**
 * The rows of `testAccess` for a noun that staff maintain.
 * @param fields called for each row: those of a record that is not there yet
 * @param changeId of a change of another record than `id`
 */
export const maintainedAccess = <const Noun extends string>(
  noun: Noun,
  { id, changeId, fields, change }: { id: string; changeId: string; fields: () => object; change: object },
) => {
  const params = { id }
  const rows = {
    search: { expected: STAFF, request: { body: {} } },
    create: { expected: STAFF, request: { body: fields() } },
    update: { expected: STAFF, request: { params, body: change } },
    remove: { expected: STAFF, request: { params } },
    restore: { expected: STAFF, request: { params } },
    changes: { expected: STAFF, request: { body: {} } },
    revert: { expected: STAFF, request: { params: { id: changeId } } },
    preview: { expected: STAFF, request: { body: {} } },
    write: {
      expected: { ...STAFF, ST: 'version_mismatch', AD: 'version_mismatch', NW: 'version_mismatch' },
      request: { body: { id: uuidv7(), seen: 'nothing' } },
    },
    undo: { expected: NOT_THERE, request: { params: { id: uuidv7() } } },
    viewers: { expected: STAFF, request: { params, body: {} } },
  }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${noun}.${name}`, row])) as {
    [Name in keyof typeof rows as `${Noun}.${Name & string}`]: (typeof rows)[Name]
  }
}
