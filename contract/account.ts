import { Type } from 'typebox'
import { Email, Password, User } from './auth.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, Instant, Line, naming, nullable, Uuid, withDefault } from './values.ts'

/** One's own account. Apart from `auth`, which every start loads. */

const NEW_PASSWORD = { password: Password, password_confirmation: Password }
const Done = Strict({ message: Type.String() })
const Changed = Strict({ message: Type.String(), user: User })

/** Older clients send numbers or text for yes and no (specification, section 7). */
const Choice = Type.Unsafe<boolean | 0 | 1 | '0' | '1'>({ enum: [true, false, 0, 1, '0', '1'] })

export const AccountFields = Type.Object(
  {
    username: Type.Optional(Line(100)),
    cookies_accept: Type.Optional(Choice),
    contact_email: Type.Optional(Choice),
    contact_sms: Type.Optional(Choice),
    contact_tel: Type.Optional(Choice),
    contact_post: Type.Optional(Choice),
    default_customer: Type.Optional(nullable(CustomerId)),
  },
  { additionalProperties: false, minProperties: 1 },
)

const Session = Strict({
  id: Uuid,
  /** Such as `Safari on iPhone`. */
  device: Type.String(),
  createdAt: Instant,
  /** Within five minutes. */
  lastUsedAt: Instant,
  current: Type.Boolean(),
})

const PersonalData = Strict({
  exportedAt: Instant,
  user: User,
  createdAt: Instant,
  customers: Type.Array(Strict({ id: CustomerId, name: Type.String() })),
  sessions: Type.Array(Session),
  /** Their keys are left out: they are of no use to a person. */
  passkeys: withDefault(
    Type.Array(
      Strict({
        name: Type.String(),
        domain: Type.String(),
        createdAt: Instant,
        lastUsedAt: nullable(Instant),
      }),
    ),
    [],
  ),
  second_factor_since: withDefault(nullable(Instant), null),
  favourites: Type.Array(Strict({ product_no: Type.String(), addedAt: Instant })),
  /** Their own, private and shared. */
  templates: Type.Array(
    Strict({ id: Uuid, name: Type.String(), createdAt: Instant, product_numbers: Type.Array(Type.String()) }),
  ),
  saved_views: withDefault(
    Type.Array(Strict({ screen: Type.String(), name: Type.String(), query: Type.String() })),
    [],
  ),
  /** Those that they placed. */
  orders: Type.Array(
    Strict({
      orderNo: Type.String(),
      customerId: CustomerId,
      placedAt: Instant,
      poNumber: Type.String(),
      instructions: Type.String(),
    }),
  ),
  /** The devices that are sent notifications. */
  notified_devices: withDefault(
    Type.Array(Strict({ device: Type.String(), createdAt: Instant, lastSentAt: nullable(Instant) })),
    [],
  ),
  mails: Type.Array(Strict({ kind: Type.String(), recipient: Type.String(), writtenAt: Instant })),
})

export const account = {
  forgotPassword: endpoint('POST', 'auth/forgot-password', {
    body: Strict({ email: Email }),
    reply: Done,
    access: 'anyone',
    summary: 'Mail a link and a code to set a new password. Replies the same for an unknown address.',
  }),
  resetPassword: endpoint('POST', 'auth/reset-password', {
    body: Strict({
      ...NEW_PASSWORD,
      email: Email,
      /** The mailed link's token, or the code of six digits. */
      token: Type.String({ minLength: 1, maxLength: 100 }),
    }),
    reply: Done,
    access: 'anyone',
    summary: 'Set a new password with the link or the code of a mail. Ends all sessions.',
  }),
  updatePassword: endpoint('PUT', 'auth/update-password', {
    body: Strict({ ...NEW_PASSWORD, current_password: Type.Optional(Password) }),
    reply: Changed,
    access: 'user',
    summary: 'Set a new password. Ends all other sessions. The current one is checked where it is given.',
  }),
  update: endpoint('PUT', 'auth/', {
    body: AccountFields,
    reply: Changed,
    access: 'user',
    summary: 'Change one’s own name, contact choices, cookies or default account.',
  }),
  deactivate: endpoint('POST', 'auth/deactivate', {
    reply: Done,
    access: 'user',
    summary: 'Put one’s own sign-in on stop, until the office unlocks it. Ends all sessions.',
  }),
  remove: endpoint('DELETE', 'auth/', {
    reply: Done,
    access: 'user',
    summary: 'Erase one’s own personal data for good. Orders and invoices stay without it.',
  }),
  sessions: endpoint('GET', 'auth/sessions', {
    reply: Strict({ data: Type.Array(Session) }),
    access: 'user',
    summary: 'The devices that one is signed in on, the last used first.',
  }),
  endSession: endpoint('DELETE', 'auth/session/{id}', {
    params: Strict({ id: naming(Uuid, 'session_not_found') }),
    reply: Done,
    access: 'user',
    summary: 'Sign out on one of one’s own devices.',
  }),
  personalData: endpoint('GET', 'auth/personal-data', {
    reply: PersonalData,
    access: 'user',
    summary: 'All that is stored about oneself.',
  }),
}
