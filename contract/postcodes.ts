import { type Static, Type } from 'typebox'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, listOf, naming, nullable, oneOf, Paging, sortedBy, Uuid } from './values.ts'

/** The places we know: where we deliver, and where people asked us to. What a place costs is `deliveryPostcodes`. */

const Place = Strict({
  /** An area, a district or a sector: `YO`, `YO1`, `YO1 7`. */
  prefix: Type.String(),
  town: Type.String(),
  region: Type.String(),
  served: Type.Boolean(),
  /** Decimal degrees. */
  latitude: nullable(Type.String()),
  longitude: nullable(Type.String()),
  /** How many people asked to be told once we deliver there. */
  requests: Type.Integer(),
  /** Those who have not been told. */
  waiting: Type.Integer(),
  latestAt: nullable(Instant),
})
export type Place = Static<typeof Place>

const PlaceRequest = Strict({
  id: Uuid,
  postcode: Type.String(),
  contactName: Type.String(),
  email: Type.String(),
  contactPhone: Type.String(),
  createdAt: Instant,
  toldAt: nullable(Instant),
  /** Whether we deliver to this very postcode. */
  served: Type.Boolean(),
})
export type PlaceRequest = Static<typeof PlaceRequest>

const params = Strict({
  prefix: naming(Type.String({ minLength: 1, maxLength: 8, pattern: '^[A-Z0-9 ]+$' }), 'record_not_found'),
})
const common = { access: 'staff', route: '/maintenance/postcodes' } as const

export const postcodes = {
  search: endpoint('POST', 'postcode/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      show: Type.Optional(oneOf(['served', 'not_served', 'asked'])),
      sort_by: Type.Optional(sortedBy(['prefix', 'town', 'waiting', 'latestAt'])),
      ...Paging,
    }),
    reply: listOf(Place),
    ...common,
    summary: 'Places where we deliver or were asked to.',
  }),
  requests: endpoint('GET', 'postcode/{prefix}/requests', {
    params,
    reply: Strict({ data: Type.Array(PlaceRequest) }),
    ...common,
    summary: 'Who asked to be told once we deliver to a place, the latest first.',
  }),
  tell: endpoint('PUT', 'postcode/{prefix}/tell', {
    params,
    reply: Strict({ told: Type.Integer(), waiting: Type.Integer() }),
    ...common,
    summary: 'Mail those who wait and whose postcode is served by now; each once.',
  }),
}
