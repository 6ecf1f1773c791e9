import { type Static, Type } from 'typebox'
import { ACCOUNT_KINDS } from '#domain/customer.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  CustomerId,
  Instant,
  Lines,
  listOf,
  naming,
  nullable,
  OptionalLine,
  oneOf,
  Paging,
  Pence,
  sortedBy,
  Uuid,
  Weekdays,
} from './values.ts'

/** What people asked for who are not customers yet, and what the office decided. Apart from `joining`, which visitors' pages load. */

export const ACCOUNT_REQUEST_KINDS = ['cash', 'trade'] as const
export const ACCOUNT_REQUEST_STATES = ['open', 'approved', 'rejected'] as const

const AccountRequest = Strict({
  id: Uuid,
  /** `cash`: an account that was opened online and can order already, to be looked over. */
  kind: oneOf(ACCOUNT_REQUEST_KINDS),
  state: oneOf(ACCOUNT_REQUEST_STATES),
  businessName: Type.String(),
  contactName: Type.String(),
  email: Type.String(),
  contactPhone: Type.String(),
  addressLines: Type.Array(Type.String()),
  town: Type.String(),
  postcode: Type.String(),
  companyNo: Type.String(),
  vatNo: Type.String(),
  message: Type.String(),
  /** The account that it became or was linked to. */
  customerId: nullable(CustomerId),
  createdAt: Instant,
  decidedAt: nullable(Instant),
  /** Who decided; null also where that person has left. */
  decidedBy: nullable(Type.String()),
  /** What was told to a person who was rejected. */
  reason: Type.String(),
})
export type AccountRequest = Static<typeof AccountRequest>

/** What an account has in common with a request. */
export const SIMILARITIES = ['email', 'phone', 'name', 'postcode'] as const

const AccountRequestLook = Strict({
  request: AccountRequest,
  /** Null where we do not deliver. */
  delivery: nullable(
    Strict({
      route: Type.String(),
      weekdays: Weekdays,
      cutOffTime: Type.String(),
      minimumOrderPence: Pence,
      deliveryChargePence: Pence,
    }),
  ),
  /** Accounts that may be theirs already, the likeliest first. */
  similar: Type.Array(
    Strict({
      id: CustomerId,
      name: Type.String(),
      town: Type.String(),
      postcode: Type.String(),
      same: Type.Array(oneOf(SIMILARITIES)),
    }),
  ),
  /** Whether the address signs in already. */
  hasUser: Type.Boolean(),
  priceLists: Type.Array(Strict({ id: Type.String(), name: Type.String() })),
})
export type AccountRequestLook = Static<typeof AccountRequestLook>

/** The account that a request becomes. */
export const ApprovalFields = Strict({
  /** In the wholesaler's own system; blank: one is given. */
  customerNo: OptionalLine(40),
  accountKind: oneOf(ACCOUNT_KINDS),
  priceListId: Type.String({ minLength: 1, maxLength: 40 }),
  creditLimitPence: nullable(Pence),
})
export type ApprovalFields = Static<typeof ApprovalFields>

export const LinkFields = Strict({ customerId: CustomerId })
export type LinkFields = Static<typeof LinkFields>
export const RejectionFields = Strict({ reason: Lines(1_000) })
export type RejectionFields = Static<typeof RejectionFields>

const ROUTE = '/maintenance/user-account-requests'
const params = Strict({ id: naming(Uuid, 'record_not_found') })
const common = { access: 'staff', route: ROUTE } as const

export const accountRequests = {
  search: endpoint('POST', 'account-request/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(ACCOUNT_REQUEST_STATES)),
      kind: Type.Optional(oneOf(ACCOUNT_REQUEST_KINDS)),
      sort_by: Type.Optional(sortedBy(['createdAt', 'businessName', 'postcode'])),
      ...Paging,
    }),
    reply: listOf(AccountRequest),
    ...common,
    summary: 'Requests for accounts and accounts that were opened online, the open ones first.',
  }),
  look: endpoint('GET', 'account-request/{id}', {
    params,
    reply: AccountRequestLook,
    ...common,
    summary: 'A request with what helps to decide: delivery, accounts like it, price lists.',
  }),
  approve: endpoint('PUT', 'account-request/{id}/approve', {
    params,
    body: ApprovalFields,
    reply: AccountRequest,
    ...common,
    summary: 'Open the account, with a user for the person, who is told by mail.',
  }),
  link: endpoint('PUT', 'account-request/{id}/link', {
    params,
    body: LinkFields,
    reply: AccountRequest,
    ...common,
    summary: 'Give the person an account that exists, and tell them by mail.',
  }),
  confirm: endpoint('PUT', 'account-request/{id}/confirm', {
    params,
    reply: AccountRequest,
    ...common,
    summary: 'Note that an account opened online was looked over and stays.',
  }),
  reject: endpoint('PUT', 'account-request/{id}/reject', {
    params,
    body: RejectionFields,
    reply: AccountRequest,
    ...common,
    summary: 'Reject it with a mail. An account opened online is put on stop, and its person signed out.',
  }),
  reopen: endpoint('PUT', 'account-request/{id}/reopen', {
    params,
    reply: AccountRequest,
    ...common,
    summary: 'Decide on a rejected request again; an account opened online is no longer on stop.',
  }),
}
