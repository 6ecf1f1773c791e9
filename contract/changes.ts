import { type Static, type TObject, Type } from 'typebox'
import { IMPORT_POLICIES, type ImportPolicy } from '#domain/maintained.ts'
import { type Endpoint, endpoint, Strict } from './endpoint.ts'
import { Instant, listOf, naming, nullable, oneOf, optional, Paging, Uuid } from './values.ts'

/** What happened to the records of a noun that staff maintain; writing many of them at once, and undoing it. */

/** A record's field; any JSON value. `null` before: it had none. */
export const FieldChange = Strict({ field: Type.String(), before: Type.Unknown(), after: Type.Unknown() })
export type FieldChange = Static<typeof FieldChange>

export const RECORD_CHANGES = ['added', 'changed', 'deleted', 'restored', 'removed'] as const

export const Change = Strict({
  id: Uuid,
  at: Instant,
  /** null: no person, such as an import on the server. */
  by: nullable(Type.String()),
  record_id: Uuid,
  /** What the record was called then. */
  name: Type.String(),
  /** `removed`: an addition that was undone. */
  kind: oneOf(RECORD_CHANGES),
  fields: Type.Array(FieldChange),
  /** The import or edit of several records that it was part of. */
  batch: nullable(
    Strict({
      id: Uuid,
      kind: oneOf(['import', 'edit', 'undo']),
      name: Type.String(),
      records: Type.Integer(),
      undone: Type.Boolean(),
    }),
  ),
})
export type Change = Static<typeof Change>

/** What would be written, or was. */
export const Differences = Strict({
  changes: Type.Array(
    Strict({
      /** Its name or number: by it a row is left out. */
      key: Type.String(),
      kind: oneOf(RECORD_CHANGES),
      fields: Type.Array(FieldChange),
    }),
  ),
  /** Rows of the file as they are, or records, that would not change. */
  unchanged: Type.Integer(),
  refused: Type.Array(
    Strict({
      line: Type.Integer(),
      problems: Type.Array(
        Strict({
          code: Type.String(),
          column: nullable(Type.String()),
          value: nullable(Type.String()),
          why: Type.String(),
        }),
      ),
    }),
  ),
  unused_columns: Type.Array(Type.String()),
  /** Of `changes`: to write what was seen, and nothing else. */
  seen: Type.String(),
})
export type Differences = Static<typeof Differences>

/** A file's text, or fields for several records. */
export type Written<Fields> = {
  csv?: string
  name?: string
  edit?: { ids: string[]; fields: Partial<Fields> }
  policy?: ImportPolicy
  /** Keys of rows that are left out. */
  without?: string[]
}

export type MaintainedAccess = 'staff' | 'distributor'

type Call<Params, Body, Reply> = Endpoint<{
  params: Params
  query: undefined
  body: Body
  reply: Reply
  access: MaintainedAccess
  repeat: 'plain'
  ifMatch: undefined
}>
type Named = { id: string }

export type ChangeCalls<Fields> = {
  changes: Call<
    undefined,
    { record_id?: string; queryString?: string; page?: number; pageLength?: number },
    { data: Change[]; total: number; page: number; pageLength: number }
  >
  revert: Call<Named, undefined, { record_id: string }>
  preview: Call<undefined, Written<Fields>, Differences>
  write: Call<undefined, Written<Fields> & { id: string; seen: string }, { id: string; records: number }>
  undo: Call<Named, undefined, { id: string; records: number }>
  viewers: Call<Named, { leaves?: boolean }, { others: { name: string; since: string }[] }>
}

const BYTES_MOST = 8 * 1024 * 1024

export const changeCalls = <Fields extends TObject>({
  noun,
  route,
  fields,
  words: [one, many],
  access,
}: {
  noun: string
  route: string
  fields: Fields
  words: readonly [one: string, many: string]
  access: MaintainedAccess
}): ChangeCalls<Static<Fields>> => {
  const params = Strict({ id: naming(Uuid, 'record_not_found') })
  const written = {
    csv: Type.Optional(Type.String({ maxLength: BYTES_MOST })),
    name: Type.Optional(Type.String({ maxLength: 200 })),
    edit: Type.Optional(
      Strict({
        ids: Type.Array(Uuid, { minItems: 1, maxItems: 1_000 }),
        fields: Strict(optional(fields.properties)),
      }),
    ),
    policy: Type.Optional(oneOf(IMPORT_POLICIES)),
    without: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000 })),
  }
  const Batch = Strict({ id: Uuid, records: Type.Integer() })
  const calls = {
    changes: endpoint('POST', `${noun}/changes/search`, {
      body: Strict({
        record_id: Type.Optional(Uuid),
        queryString: Type.Optional(Type.String({ maxLength: 200 })),
        ...Paging,
      }),
      reply: listOf(Change),
      access,
      route,
      summary: `What happened to ${many}, the latest first; or to ${one}.`,
    }),
    revert: endpoint('PUT', `${noun}/changes/{id}/revert`, {
      params,
      reply: Strict({ record_id: Uuid }),
      access,
      route,
      summary: `Give the fields that a change of ${one} changed their former values, unless they were changed again since.`,
    }),
    preview: endpoint('POST', `${noun}/preview`, {
      body: Strict(written),
      bodyBytesMax: BYTES_MOST,
      reply: Differences,
      access,
      route,
      summary: `What a CSV file of ${many}, or an edit of several, would change. Nothing is written.`,
    }),
    write: endpoint('POST', `${noun}/write`, {
      body: Strict({ ...written, id: Uuid, seen: Type.String({ maxLength: 100 }) }),
      bodyBytesMax: BYTES_MOST,
      reply: Batch,
      access,
      route,
      summary: 'Write what a preview told, all or nothing, unless it would be something else by now.',
    }),
    undo: endpoint('PUT', `${noun}/batches/{id}/undo`, {
      params,
      reply: Batch,
      access,
      route,
      summary: 'Undo all that was written at once, unless some of it was changed since.',
    }),
    viewers: endpoint('PUT', `${noun}/{id}/viewers`, {
      params,
      body: Strict({ leaves: Type.Optional(Type.Boolean()) }),
      reply: Strict({ others: Type.Array(Strict({ name: Type.String(), since: Instant })) }),
      access,
      route,
      summary: `Say that one has ${one} open, or no longer; who else has.`,
    }),
  }
  return calls as unknown as ChangeCalls<Static<Fields>>
}
