import { v7 as uuidv7 } from 'uuid'
import { STAFF } from './access.ts'

/**
 * The rows of `testAccess` for a noun that staff maintain.
 * @param fields called for each row: those of a record that is not there yet
 * @param changeId of a change of another record than `id`
 * @param expected who may make the calls; staff by default
 */
export const maintainedAccess = <const Noun extends string>(
  noun: Noun,
  {
    id,
    changeId,
    fields,
    change,
    expected = STAFF,
  }: {
    id: string
    changeId: string
    fields: () => object
    change: object
    expected?: typeof STAFF
  },
) => {
  const params = { id }
  /** Those who may call are refused by what the call names. */
  const refusing = (code: string): typeof STAFF => ({
    ...Object.fromEntries(
      Object.entries(expected).map(([caller, outcome]) => [caller, outcome === 'ok' ? code : outcome]),
    ),
    everybody: expected.everybody,
  })
  const rows = {
    search: { expected, request: { body: {} } },
    create: { expected, request: { body: fields() } },
    update: { expected, request: { params, body: change } },
    remove: { expected, request: { params } },
    restore: { expected, request: { params } },
    changes: { expected, request: { body: {} } },
    revert: { expected, request: { params: { id: changeId } } },
    preview: { expected, request: { body: {} } },
    write: {
      expected: refusing('version_mismatch'),
      request: { body: { id: uuidv7(), seen: 'nothing' } },
    },
    undo: { expected: refusing('record_not_found'), request: { params: { id: uuidv7() } } },
    viewers: { expected, request: { params, body: {} } },
  }
  return Object.fromEntries(Object.entries(rows).map(([name, row]) => [`${noun}.${name}`, row])) as {
    [Name in keyof typeof rows as `${Noun}.${Name & string}`]: (typeof rows)[Name]
  }
}
