import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { type ChangeCalls, changeCalls, type MaintainedAccess } from './changes.ts'
import { type Endpoint, endpoint, Strict } from './endpoint.ts'
import { asStored, KEPT, listOf, naming, oneOf, optional, Paging, sortedBy, Uuid, Version } from './values.ts'

/**
 * The calls of a noun that staff maintain: it is searched, added to, changed, deleted and restored, by the habits of design.md; and
 * those of contract/changes.ts.
 */
export type MaintainedNoun<Fields extends TObject, Filters extends TProperties, Sorts extends string> = {
  /** `delivery-postcode`: of the path and of its changes. */
  noun: string
  /** The route of the screen: who may open it may make the calls. */
  route: string
  fields: Fields
  filters: Filters
  sorts: readonly Sorts[]
  /** ['a delivery postcode', 'delivery postcodes'], for the description of the API. */
  words: readonly [one: string, many: string]
  /** Fields that refer to another record, whose name a search tells beside them. */
  named?: readonly (keyof Static<Fields> & string)[]
  /** 'staff' by default. A distributor sees and writes only their part (server/features/maintained/scope.ts). */
  access?: MaintainedAccess
}

export type Kept<Fields> = Fields & {
  id: string
  version: number
  updated_at: string
  deleted: boolean
  /** What the fields that refer to another record stand for, by field: of rows that were searched for. */
  names?: { readonly [Field in keyof Fields]?: string }
}

type Of<Parts extends { params?: unknown; body?: unknown; reply: unknown }> = Endpoint<{
  params: Parts['params']
  query: undefined
  body: Parts['body']
  reply: Parts['reply']
  access: MaintainedAccess
  repeat: 'plain'
  ifMatch: undefined
}>
type Page<Row> = { data: Row[]; total: number; page: number; pageLength: number }
type Named = { id: string }

/**
 * All but those that change a record, whose bodies a noun may write itself. The types are written out, because deriving them from
 * schemas in a generic function slows the compiler (contract/endpoint.ts).
 */
export type KeptCalls<Fields, Filters, Sorts extends string> = {
  search: Of<{
    body: Partial<Filters> & {
      queryString?: string
      state?: 'current' | 'deleted'
      sort_by?: Sorts | `${Sorts}_descending`
      page?: number
      pageLength?: number
    }
    reply: Page<Kept<Fields>>
  }>
  restore: Of<{ params: Named; reply: Kept<Fields> }>
} & ChangeCalls<Fields>

export type MaintainedCalls<Fields, Filters, Sorts extends string> = KeptCalls<Fields, Filters, Sorts> & {
  create: Of<{ body: Fields & { id?: string }; reply: Kept<Fields> }>
  update: Of<{ params: Named; body: Partial<Fields> & { version?: number }; reply: Kept<Fields> }>
  remove: Of<{ params: Named; reply: Kept<Fields> }>
}

export const maintainedCalls = <
  Fields extends TObject,
  Filters extends TProperties,
  const Sorts extends string,
>({
  noun,
  route,
  fields,
  filters,
  sorts,
  words: [one, many],
  named = [],
  access = 'staff',
}: MaintainedNoun<Fields, Filters, Sorts>): MaintainedCalls<
  Static<Fields>,
  Static<TObject<Filters>>,
  Sorts
> => {
  const reply: TObject = Strict({ ...KEPT, ...asStored(fields.properties) })
  const found = Strict({
    ...reply.properties,
    ...(named.length > 0 && {
      names: Type.Optional(Strict(optional(Object.fromEntries(named.map((name) => [name, Type.String()]))))),
    }),
  })
  const params = Strict({ id: naming(Uuid, 'record_not_found') })
  const calls = {
    ...changeCalls({ noun, route, fields, words: [one, many], access }),
    search: endpoint('POST', `${noun}/search`, {
      body: Strict({
        queryString: Type.Optional(Type.String({ maxLength: 200 })),
        state: Type.Optional(oneOf(['current', 'deleted'])),
        sort_by: Type.Optional(sortedBy(sorts)),
        ...optional(filters),
        ...Paging,
      }),
      reply: listOf(found),
      access,
      route,
      summary: `The ${many}; deleted ones on request.`,
    }),
    create: endpoint('POST', noun, {
      // An id that the device makes keeps a repeat from adding it twice.
      body: Strict({ id: Type.Optional(Uuid), ...fields.properties }),
      reply,
      access,
      route,
      summary: `Add ${one}.`,
    }),
    update: endpoint('PUT', `${noun}/{id}`, {
      params,
      body: Strict({ version: Type.Optional(Version), ...optional(fields.properties) }),
      reply,
      access,
      route,
      summary: `Change the fields given of ${one}; with the version that was seen, only if it is current.`,
    }),
    remove: endpoint('DELETE', `${noun}/{id}`, {
      params,
      reply,
      access,
      route,
      summary: `Delete ${one}; it can be restored.`,
    }),
    restore: endpoint('PUT', `${noun}/{id}/restore`, {
      params,
      reply,
      access,
      route,
      summary: `Restore ${one}.`,
    }),
  }
  return calls as unknown as MaintainedCalls<Static<Fields>, Static<TObject<Filters>>, Sorts>
}
