import { type Static, Type } from 'typebox'
import { SAFETY_STATES } from '#domain/allergen-changes.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Declared, RecallWords } from './own-safety-notices.ts'
import {
  CustomerId,
  Day,
  Instant,
  Line,
  listOf,
  naming,
  nullable,
  oneOf,
  Paging,
  ProductNo,
  sortedBy,
  Uuid,
} from './values.ts'

// Apart from `safetyNotices`, as it is not among the calls that every device loads.

const ROUTE = '/maintenance/safety-notices'
const ofStaff = { access: 'staff', route: ROUTE } as const
const params = Strict({ id: naming(Uuid, 'record_not_found') })
const Count = Type.Integer({ minimum: 0 })

export const NOTICE_KINDS = ['allergen_change', 'recall'] as const

export const SafetyNoticeRow = Strict({
  id: Uuid,
  kind: oneOf(NOTICE_KINDS),
  edition: Type.Integer({ minimum: 1 }),
  at: Instant,
  /** When a recall was withdrawn. */
  closedAt: nullable(Instant),
  products: Type.Array(Strict({ product_no: ProductNo, name: Type.String(), pack: Type.String() })),
  before: nullable(Declared),
  after: nullable(Declared),
  recall: nullable(RecallWords),
  counts: Strict({
    to_phone: Count,
    seen: Count,
    acknowledged: Count,
    phoned: Count,
    cancelled: Count,
  }),
})
export type SafetyNoticeRow = Static<typeof SafetyNoticeRow>

export const NamedCustomer = Strict({
  customerId: CustomerId,
  name: Type.String(),
  town: Type.String(),
  /** Empty if the account has none. */
  phone: Type.String(),
  quantity: Type.Integer(),
  lastBought: Day,
  state: oneOf(SAFETY_STATES),
  /** Who confirmed it, or had it on their screen, or phoned; empty if they have left. */
  by: Type.String(),
  at: nullable(Instant),
  spokenTo: Type.String(),
})
export type NamedCustomer = Static<typeof NamedCustomer>

export const CUSTOMER_SORTS = ['name', 'lastBought', 'quantity'] as const

export const safetyNoticeReport = {
  search: endpoint('POST', 'safety-notice/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      kind: Type.Optional(oneOf(NOTICE_KINDS)),
      sort_by: Type.Optional(sortedBy(['at'])),
      ...Paging,
    }),
    reply: listOf(SafetyNoticeRow),
    ...ofStaff,
    summary: 'Changed allergens and recalls, latest first, with how many customers each has reached.',
  }),
  get: endpoint('GET', 'safety-notice/{id}', {
    params,
    reply: SafetyNoticeRow,
    ...ofStaff,
    summary: 'One notice, with how many customers it has reached.',
  }),
  customers: endpoint('POST', 'safety-notice/{id}/customers/search', {
    params,
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(SAFETY_STATES)),
      sort_by: Type.Optional(sortedBy(CUSTOMER_SORTS)),
      ...Paging,
    }),
    reply: listOf(NamedCustomer),
    ...ofStaff,
    summary: 'The customers whom a notice names, and whether they have read or confirmed it.',
  }),
  phoned: endpoint('POST', 'safety-notice/{id}/phoned', {
    params,
    body: Strict({
      customerId: CustomerId,
      /** The one that was read out. */
      edition: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      spokenTo: Line(100),
    }),
    reply: Strict({ customerId: CustomerId, at: Instant, spokenTo: Type.String() }),
    ...ofStaff,
    summary:
      'The office has told a customer by phone. The first call stays. 404 `customer_not_found` if the notice does not name them; 409 `changed` if it has another edition by now.',
  }),
}
