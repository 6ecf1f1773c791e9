import { type Static, type TObject, type TSchema, Type } from 'typebox'

/** One API call. Every path is under `/api/` and takes `v=1`, unless its `query` leaves out `v` (specification, section 7). */

export const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Method = (typeof METHODS)[number]

/**
 * 'anyone' needs no token, 'user' any valid one; the rest are account types. A 'reporter' is any but C1, and a 'distributor' is DS or
 * staff.
 */
export type Access = 'anyone' | 'user' | 'orderer' | 'reporter' | 'distributor' | 'staff'

/** The reply to a 'keyed' call is kept under its `Idempotency-Key`; 'plain' ones may repeat, or cannot (signing in). */
export type Repeat = 'keyed' | 'plain'

/** 'begins': if it is refused, the rest of the batch is not run. */
export type BatchRole = 'member' | 'begins'

export type IfMatchKind = 'line' | 'details' | 'trolly' | 'present'

type MediaType =
  | 'text/csv'
  | 'application/pdf'
  | 'application/zip'
  | 'application/xml'
  | 'application/edifact'
  | 'text/event-stream'
  | 'image/jpeg'
  | 'image/webp'

export type EndpointParts = {
  params?: TObject
  query?: TObject
  body?: TSchema
  /** Where a valid body may be larger than the server's usual limit (server/routing/body-limit.ts). */
  bodyBytesMax?: number
  reply: TSchema
  /** The reply is a file of one of these types (`FileReply`); errors are still JSON. */
  media?: MediaType | readonly MediaType[]
  access: Access
  /** The screen whose call it is: only for those whose list of routes has it, where the list may name it (domain/routes.ts). */
  route?: string
  repeat?: Repeat
  /** May be sent in a batch (`operations`). Absent: goes alone. */
  batch?: BatchRole
  /** `If-Match` carries the version seen, or `*`, "the line existed". Without it the last write wins. */
  ifMatch?: IfMatchKind
  summary: string
}

export type Endpoint<Types extends EndpointTypes = EndpointTypes> = EndpointParts & {
  method: Method
  path: string
  /** Types only, never a value. Deriving them in generic functions made the compiler visit every schema for half a minute. */
  '~types'?: Types
}

export type EndpointTypes = {
  params: unknown
  query: unknown
  body: unknown
  reply: unknown
  access: Access
  repeat: Repeat
  ifMatch: IfMatchKind | undefined
}

export const endpoint = <const Parts extends EndpointParts>(
  method: Method,
  path: string,
  parts: Parts,
  // Inline: to compare uses of a named type, the compiler checks the variance of its parameters for every schema.
): Endpoint<{
  params: StaticOf<Parts['params']>
  query: StaticOf<Parts['query']>
  body: StaticOf<Parts['body']>
  reply: StaticOf<Parts['reply']>
  access: Parts['access']
  repeat: Parts extends { repeat: infer Kind extends Repeat } ? Kind : 'plain'
  ifMatch: Parts extends { ifMatch: infer Kind extends IfMatchKind } ? Kind : undefined
}> => ({ ...parts, method, path })

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

type Typed = { '~types'?: EndpointTypes }

export type ParamsOf<E extends Typed> = NonNullable<E['~types']>['params']
export type QueryOf<E extends Typed> = NonNullable<E['~types']>['query']
export type BodyOf<E extends Typed> = NonNullable<E['~types']>['body']
export type ReplyOf<E extends Typed> = NonNullable<E['~types']>['reply']
export type AccessOf<E extends Typed> = NonNullable<E['~types']>['access']
export type RepeatOf<E extends Typed> = NonNullable<E['~types']>['repeat']
export type IfMatchKindOf<E extends Typed> = NonNullable<E['~types']>['ifMatch']

/** Refuses unknown fields, on the server only; devices read replies tolerantly (src/api/read-reply.ts). */
export const Strict = <const Properties extends Parameters<typeof Type.Object>[0]>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false })

export const FileReply = Type.Unsafe<Blob>({ type: 'string' })

export const ApiHeaders = {
  idempotencyKey: 'idempotency-key',
  ifMatch: 'if-match',
  /** The database's epoch, which changes when it is restored from a backup. Devices send the one they know. */
  epoch: 'trolly-epoch',
  /** The page's build (domain/builds.ts), so that administrators see which are in use. */
  build: 'trolly-build',
} as const

export const pathOf = (
  { path, query: schema }: { path: string; query?: TObject },
  params: Record<string, string> = {},
  query: Record<string, string | number | undefined> = {},
): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new Error(`Path ${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const takesVersion = schema === undefined || 'v' in schema.properties
  const search = new URLSearchParams(takesVersion ? { v: '1' } : {})
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `/api/${filled}?${search}`
}
