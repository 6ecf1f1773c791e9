import findMyWay from 'find-my-way'
import { ALL } from '#contract/all.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import type { StoredRequest } from '#domain/outbox/record.ts'
import { urlOf } from '#server/routing/register.ts'
import type { TransportReply } from '#src/sync/engine/ports.ts'

/**
 * Replies as an older or newer server would send them: an older one omits what a reply may lack, and the first had no call for
 * several operations; a newer one adds a field to every object and has new codes for refusals.
 */
export const SERVER_BUILDS = ['same', 'first', 'older', 'newer'] as const
export type ServerBuild = (typeof SERVER_BUILDS)[number]

export type Said = { status: number; body: string }

/** One reply, of a read or of one operation. */
export const sayAs = (build: ServerBuild, endpoint: Endpoint, { status, body }: Said): Said => {
  if (build === 'same') return { status, body }
  const reply = JSON.parse(body) as Json
  if (build === 'older' || build === 'first')
    return { status, body: JSON.stringify(status === 200 ? asOlder(endpoint.reply, reply) : reply) }
  return { status, body: JSON.stringify(asNewer(status === 200 ? reply : withNewCode(reply))) }
}

/**
 * What a server of any build would reply, result by result. A reply stored under its key is repeated unchanged by every build.
 */
export const createSpeaker = (count: (what: string) => void) => {
  const kept = new Map<string, Said & { by: ServerBuild }>()
  const sayOne = (build: ServerBuild, request: StoredRequest, said: Said): Said => {
    const key = request.headers['idempotency-key'] ?? ''
    if (!isKept(said)) return sayAs(build, endpointOf(request), said)
    const { by, ...first } = kept.get(key) ?? { by: build, ...sayAs(build, endpointOf(request), said) }
    kept.set(key, { by, ...first })
    count(by === build ? `reply of ${by} server` : 'kept reply of another server')
    return first
  }
  return {
    /** A restored server repeats nothing that it no longer knows. */
    keepOnly: (keys: ReadonlySet<string>): void => {
      for (const key of kept.keys()) if (!keys.has(key)) kept.delete(key)
    },
    say: (build: ServerBuild, request: StoredRequest, reply: TransportReply): TransportReply => {
      if (!request.path.includes('/operations')) return { ...reply, ...sayOne(build, request, reply) }
      if (reply.status !== 200) return { ...reply, ...sayAs(build, operations.run, reply) }
      const inner = (JSON.parse(request.body) as { operations: StoredRequest[] }).operations
      const { results } = JSON.parse(reply.body) as { results: Said[] }
      const said = results.map((result, at) => ({
        ...result,
        ...sayOne(build, inner[at] as StoredRequest, result),
      }))
      return {
        ...reply,
        ...sayAs(build, operations.run, { ...reply, body: JSON.stringify({ results: said }) }),
      }
    },
  }
}

const calls = findMyWay({ maxParamLength: 300 })
for (const endpoint of ALL) calls.on(endpoint.method, urlOf(endpoint.path), () => {}, endpoint)

const endpointOf = ({ method, path }: StoredRequest): Endpoint => {
  const called = calls.find(method, path)
  if (!called) throw new Error(`No such call: ${method} ${path}`)
  return called.store as Endpoint
}

/** As in server/routing/idempotency.ts. */
const isKept = ({ status, body }: Said): boolean =>
  ![401, 403, 408, 424, 425, 429].includes(status) && status < 500 && !/"(in_progress|key_reused)"/.test(body)

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
type Schema = {
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  default?: unknown
}

const asOlder = (schema: Schema | undefined, value: Json): Json => {
  if (Array.isArray(value)) return value.map((item) => asOlder(schema?.items, item))
  if (typeof value !== 'object' || value === null) return value
  const { properties = {}, required = [] } = schema?.anyOf?.find((one) => one.properties) ?? schema ?? {}
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => required.includes(name) && properties[name]?.default === undefined)
      .map(([name, field]) => [name, asOlder(properties[name], field)]),
  )
}

const asNewer = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(asNewer)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]): [string, Json] => [
    name,
    name === 'storageType' ? 'cool_box' : asNewer(field),
  ])
  return { ...Object.fromEntries(fields), addedLater: { since: 2, names: ['new'] } }
}

/** Only if the status implies the code: a server that wants to be understood renames no other. */
const withNewCode = (reply: Json): Json => {
  const { code } = reply as { code: string }
  return { ...(reply as object), code: NEW_CODES[code] ?? code }
}
const NEW_CODES: Record<string, string> = {
  version_mismatch: 'changed_meanwhile',
  trolly_deleted: 'trolly_archived',
  product_not_found: 'product_delisted',
  line_not_found: 'line_unknown',
  quantity_out_of_range: 'quantity_above_allowance',
  invalid_request: 'request_not_valid',
  checks_failed: 'order_not_possible',
}
