import { Type } from 'typebox'
import { PASSWORD_LENGTH_MAX } from '#domain/passwords.ts'
import { ACCOUNT_TYPES, type CanPlaceOrders } from '#domain/user.ts'
import { endpoint, Strict } from './endpoint.ts'
import { CustomerId, nullable, oneOf, Uuid, withDefault } from './values.ts'

export const User = Strict({
  id: Uuid,
  username: Type.String(),
  email: Type.String(),
  account_type: oneOf(ACCOUNT_TYPES),
  acl_routes_available: Type.Array(Type.String()),
  /** Missing: they may (specification, section 3). Without a type, since another server's "0" denies as well. */
  can_place_orders: withDefault(Type.Unsafe<CanPlaceOrders>({ enum: [0, 1] }), 1),
  privacy_settings: Strict({ cookies_accept: oneOf(['0', '1']) }),
  contact_email: Type.Boolean(),
  contact_sms: Type.Boolean(),
  contact_tel: Type.Boolean(),
  contact_post: Type.Boolean(),
  /** The account that a new sign-in begins with. */
  default_customer: Type.Optional(nullable(CustomerId)),
})

export const Email = Type.String({ minLength: 1, maxLength: 254 })
export const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX })

export const auth = {
  signIn: endpoint('POST', 'auth/sign-in', {
    body: Strict({ email: Email, password: Password }),
    reply: Strict({ user: User, token: Type.String() }),
    access: 'anyone',
    summary: 'Sign in with e-mail and password.',
  }),
  signOut: endpoint('POST', 'auth/sign-out', {
    reply: Strict({ message: Type.String() }),
    access: 'user',
    summary: 'Revoke the token of this call.',
  }),
}
