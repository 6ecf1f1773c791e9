import { type Static, Type } from 'typebox'
import { PASSWORD_LENGTH_MAX } from '#domain/passwords.ts'
import { ONE_LINE_NOT_BLANK } from '#domain/typed-text.ts'
import { User } from './auth.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Line, Lines, nullable, OptionalLine, Pence, Uuid } from './values.ts'

/** What somebody does who is not a customer yet. */

const Email = Type.String({ minLength: 3, maxLength: 254, pattern: '^[^\\s\\p{C}@<>"]+@[^\\s\\p{C}@<>"]+$' })
const Phone = Type.String({ minLength: 1, maxLength: 30, pattern: '^[0-9+() -]*[0-9][0-9+() -]*$' })
const Postcode = Type.String({ minLength: 5, maxLength: 10, pattern: ONE_LINE_NOT_BLANK })
const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX })

const Address = {
  addressLines: Type.Array(Line(80), { minItems: 1, maxItems: 3 }),
  town: Line(60),
  postcode: Postcode,
}

/** A field that people never see and programs fill in: the reply is as usual, and nothing is kept. */
const Trap = { website: Type.Optional(Type.String({ maxLength: 200 })) }

export const CashRegistrationFields = Strict({
  /** The person's name. */
  username: Line(60),
  businessName: Type.Optional(OptionalLine(80)),
  email: Email,
  contactPhone: Phone,
  ...Address,
  password: Password,
  password_confirmation: Password,
})
export type CashRegistrationFields = Static<typeof CashRegistrationFields>

export const AccountRequestFields = Strict({
  businessName: Line(80),
  contactName: Line(60),
  email: Email,
  contactPhone: Phone,
  ...Address,
  /** Companies House: eight digits, or two letters and six. */
  companyNo: Type.Optional(Type.String({ maxLength: 8, pattern: '^(?:[A-Za-z]{2}[0-9]{6}|[0-9]{8})$' })),
  vatNo: Type.Optional(Type.String({ maxLength: 18, pattern: '^(?:[Gg][Bb] ?)?[0-9](?: ?[0-9]){8}$' })),
  message: Type.Optional(Lines(1_000)),
})
export type AccountRequestFields = Static<typeof AccountRequestFields>

export const PostcodeContactFields = Strict({
  contactName: Line(60),
  email: Email,
  contactPhone: Type.Optional(Phone),
})
export type PostcodeContactFields = Static<typeof PostcodeContactFields>

export const PostcodeFields = Strict({
  postcode: Type.String({ minLength: 1, maxLength: 20, pattern: ONE_LINE_NOT_BLANK }),
})
export type PostcodeFields = Static<typeof PostcodeFields>

/** An id that the device makes keeps a repeat from being recorded twice. */
const Id = { id: Type.Optional(Uuid) }

export const PostcodeAnswer = Strict({
  /** Tidy. */
  postcode: Type.String(),
  /** Null where nothing is delivered. */
  delivery: nullable(
    Strict({
      weekdays: Type.Array(Type.Integer({ minimum: 1, maximum: 7 })),
      cutOffTime: Type.String(),
      minimumOrderPence: Pence,
      deliveryChargePence: Pence,
    }),
  ),
  /** Whether the contact was noted, to be told once something is delivered there. */
  recorded: Type.Boolean(),
})
export type PostcodeAnswer = Static<typeof PostcodeAnswer>

export const joining = {
  registerCash: endpoint('POST', 'auth/registration/cash', {
    body: Strict({ ...CashRegistrationFields.properties, ...Trap }),
    reply: Strict({ user: User, token: Type.String() }),
    access: 'anyone',
    summary: 'Open a cash account where we deliver, and sign in.',
  }),
  requestAccount: endpoint('POST', 'account-request', {
    body: Strict({ ...Id, ...AccountRequestFields.properties, ...Trap }),
    reply: Strict({ message: Type.String() }),
    access: 'anyone',
    summary: 'Ask for a trade account.',
  }),
  checkPostcode: endpoint('POST', 'postcode-request', {
    body: Strict({
      ...Id,
      ...PostcodeFields.properties,
      contact: Type.Optional(PostcodeContactFields),
      ...Trap,
    }),
    reply: PostcodeAnswer,
    access: 'anyone',
    summary: 'Whether we deliver to a postcode; where we do not, notes a contact to be told once we do.',
  }),
}
