import { Type } from 'typebox'
import { User } from './auth.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, Line, naming, nullable, oneOf, Uuid } from './values.ts'

/**
 * Signing in with a passkey, and one's own passkeys. Options and answers have the names of WebAuthn's JSON, so that a browser's
 * library takes and gives them unchanged. Apart from `auth`, which every start loads.
 */

export const PASSKEY_NAME_LENGTH_MAX = 60

/** Bytes as WebAuthn's JSON writes them. */
const Bytes = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
/** WebAuthn allows 1,023 bytes. */
const CredentialId = Bytes(1_364)
const ClientData = Bytes(4_000)
const Transports = Type.Array(Type.String({ minLength: 1, maxLength: 20, pattern: '^[a-z-]+$' }), {
  maxItems: 10,
})

/** Names the challenge, which works once, for five minutes, and for who asked for it. */
const Attempt = Bytes(43)

const Passkey = Strict({
  id: Uuid,
  name: Type.String(),
  /** The address it belongs to: a browser offers it there alone. */
  domain: Type.String(),
  createdAt: Instant,
  /** null: not yet. */
  lastUsedAt: nullable(Instant),
})

const byId = { params: Strict({ id: naming(Uuid, 'passkey_not_found') }) }
const Done = Strict({ message: Type.String() })

export const passkeys = {
  signInOptions: endpoint('POST', 'auth/passkey-sign-in/options', {
    reply: Strict({
      attempt: Attempt,
      options: Strict({
        challenge: Type.String(),
        rpId: Type.String(),
        timeout: Type.Integer(),
        userVerification: oneOf(['required']),
      }),
    }),
    access: 'anyone',
    summary: 'A challenge for signing in with a passkey.',
  }),
  signIn: endpoint('POST', 'auth/passkey-sign-in', {
    body: Strict({
      attempt: Attempt,
      id: CredentialId,
      clientDataJSON: ClientData,
      authenticatorData: Bytes(4_000),
      signature: Bytes(8_000),
      /** Who the passkey says that it belongs to. */
      userHandle: Bytes(100),
    }),
    reply: Strict({ user: User, token: Type.String() }),
    access: 'anyone',
    summary: 'Sign in with a passkey. Replies as a sign-in with a password does.',
  }),
  list: endpoint('GET', 'auth/passkeys', {
    reply: Strict({ data: Type.Array(Passkey) }),
    access: 'user',
    summary: 'One’s own passkeys, the newest first.',
  }),
  addOptions: endpoint('POST', 'auth/passkeys/options', {
    reply: Strict({
      attempt: Attempt,
      options: Strict({
        challenge: Type.String(),
        rp: Strict({ id: Type.String(), name: Type.String() }),
        user: Strict({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
        pubKeyCredParams: Type.Array(Strict({ alg: Type.Integer(), type: oneOf(['public-key']) })),
        timeout: Type.Integer(),
        /** An authenticator that has one of these refuses to make another. */
        excludeCredentials: Type.Array(
          Strict({ id: Type.String(), type: oneOf(['public-key']), transports: Transports }),
        ),
        authenticatorSelection: Strict({
          residentKey: oneOf(['required']),
          requireResidentKey: Type.Boolean(),
          userVerification: oneOf(['required']),
        }),
        attestation: oneOf(['none']),
      }),
    }),
    access: 'user',
    summary: 'A challenge for making a passkey.',
  }),
  add: endpoint('POST', 'auth/passkeys', {
    body: Strict({
      attempt: Attempt,
      id: CredentialId,
      clientDataJSON: ClientData,
      attestationObject: Bytes(20_000),
      transports: Type.Optional(Transports),
    }),
    bodyBytesMax: 32_768,
    reply: Strict({ message: Type.String(), passkey: Passkey }),
    access: 'user',
    summary: 'Keep a passkey that this device has made.',
  }),
  rename: endpoint('PUT', 'auth/passkey/{id}', {
    ...byId,
    body: Strict({ name: Line(PASSKEY_NAME_LENGTH_MAX) }),
    reply: Strict({ message: Type.String(), passkey: Passkey }),
    access: 'user',
    summary: 'Name one of one’s own passkeys.',
  }),
  remove: endpoint('DELETE', 'auth/passkey/{id}', {
    ...byId,
    reply: Done,
    access: 'user',
    summary: 'Remove one of one’s own passkeys, from any device.',
  }),
}
