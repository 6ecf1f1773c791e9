import { type Static, Type } from 'typebox'
import { GUARDED_ROUTES } from '#domain/routes.ts'
import { ACCOUNT_TYPES } from '#domain/user.ts'
import { Change } from './changes.ts'
import { endpoint, Strict } from './endpoint.ts'
import {
  CustomerId,
  Instant,
  Line,
  listOf,
  naming,
  nullable,
  oneOf,
  optional,
  Paging,
  sortedBy,
  Uuid,
  Version,
} from './values.ts'

/** Who may sign in, as administrators maintain it. One's own account is `account`. */

export const UserFields = Strict({
  username: Line(100),
  email: Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s\\p{C}@<>"]+@[^\\s\\p{C}@<>"]+$' }),
  accountType: oneOf(ACCOUNT_TYPES),
  canPlaceOrders: Type.Boolean(),
  /** Account numbers. Staff see every account without any. */
  customerIds: Type.Array(CustomerId, { maxItems: 1_000, uniqueItems: true }),
  /** Empty: those of the account type. */
  routes: Type.Array(oneOf(GUARDED_ROUTES), { maxItems: GUARDED_ROUTES.length, uniqueItems: true }),
})
export type UserFields = Static<typeof UserFields>

const MaintainedUser = Strict({
  id: Uuid,
  /** Changes whenever one of the maintained fields does. */
  version: Version,
  username: Type.String(),
  email: Type.String(),
  accountType: oneOf(ACCOUNT_TYPES),
  canPlaceOrders: Type.Boolean(),
  customerIds: Type.Array(CustomerId),
  routes: Type.Array(Type.String()),
  /** On stop: may not sign in. */
  deleted: Type.Boolean(),
  /** The office knows their password. */
  mustChangePassword: Type.Boolean(),
  secondFactor: Type.Boolean(),
  passkeys: Type.Integer(),
  /** Where they are signed in. */
  devices: Type.Integer(),
  lastUsedAt: nullable(Instant),
})
export type MaintainedUser = Static<typeof MaintainedUser>

const ROUTE = '/maintenance/user-maintenance'
const params = Strict({ id: naming(Uuid, 'record_not_found') })
const common = { access: 'staff', route: ROUTE } as const
const Done = Strict({ message: Type.String() })

export const users = {
  search: endpoint('POST', 'user/search', {
    body: Strict({
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      state: Type.Optional(oneOf(['current', 'deleted'])),
      accountType: Type.Optional(oneOf(ACCOUNT_TYPES)),
      sort_by: Type.Optional(sortedBy(['username', 'email', 'accountType', 'lastUsedAt'])),
      ...Paging,
    }),
    reply: listOf(MaintainedUser),
    ...common,
    summary: 'Who may sign in; `deleted`: who is on stop.',
  }),
  create: endpoint('POST', 'user', {
    body: Strict({ id: Type.Optional(Uuid), ...UserFields.properties }),
    reply: MaintainedUser,
    ...common,
    summary: 'Add a user, who chooses a password by the link of a mail.',
  }),
  update: endpoint('PUT', 'user/{id}', {
    params,
    body: Strict({ version: Type.Optional(Version), ...optional(UserFields.properties) }),
    reply: MaintainedUser,
    ...common,
    summary: 'Change the fields given. Another account type or other routes sign the user out everywhere.',
  }),
  stop: endpoint('PUT', 'user/{id}/stop', {
    params,
    reply: MaintainedUser,
    ...common,
    summary: 'Sign a user out everywhere, who then cannot sign in.',
  }),
  unlock: endpoint('PUT', 'user/{id}/unlock', {
    params,
    reply: Done,
    ...common,
    summary: 'End locks after wrong passwords, and open a sign-in that is on stop.',
  }),
  reset: endpoint('PUT', 'user/{id}/reset', {
    params,
    reply: Done,
    ...common,
    summary: 'Mail a link and a code for a new password, and remove passkeys and second factor.',
  }),
  signOut: endpoint('PUT', 'user/{id}/sign-out', {
    params,
    reply: Done,
    ...common,
    summary: 'Sign a user out everywhere.',
  }),
  changes: endpoint('POST', 'user/changes/search', {
    body: Strict({ record_id: Type.Optional(Uuid), ...Paging }),
    reply: listOf(Change),
    ...common,
    summary: 'What was done about users, the latest first; or about one.',
  }),
  revert: endpoint('PUT', 'user/changes/{id}/revert', {
    params,
    reply: Strict({ record_id: Uuid }),
    ...common,
    summary:
      'Give the fields that a change changed their former values, unless they were changed again since.',
  }),
}
