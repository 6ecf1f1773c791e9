import { Type } from 'typebox'
import { User } from './auth.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant, nullable } from './values.ts'

/** Codes of an authenticator app (RFC 6238), after the password. Apart from `auth`, which every start loads. */

/** Six digits of the app, or a recovery code, as people type them. */
const Code = Type.String({ minLength: 1, maxLength: 40 })
/** The 403 that follows a right password carries it. It opens no session. */
const Token = Type.String({ minLength: 1, maxLength: 100 })

/** For the app: as text, and as the address that its QR code holds. It counts once it is confirmed by a code. */
const Secret = Strict({ secret: Type.String(), uri: Type.String() })
/** Told once; only their hashes are kept. */
const RecoveryCodes = Type.Array(Type.String())

export const secondFactor = {
  get: endpoint('GET', 'auth/second-factor', {
    reply: Strict({
      /** null: off. */
      since: nullable(Instant),
      recovery_codes_left: Type.Integer({ minimum: 0 }),
      /** The company requires one: it can be replaced, but not turned off. */
      required: Type.Boolean(),
    }),
    access: 'user',
    summary: 'Whether one’s own sign-in asks for a code after the password.',
  }),
  begin: endpoint('POST', 'auth/second-factor/secret', {
    body: Strict({ code: Type.Optional(Code) }),
    reply: Secret,
    access: 'user',
    summary: 'A secret for an authenticator app. Where there is one already, it takes a code of that one.',
  }),
  confirm: endpoint('POST', 'auth/second-factor/confirm', {
    body: Strict({ code: Code }),
    reply: Strict({ message: Type.String(), recovery_codes: RecoveryCodes }),
    access: 'user',
    summary: 'Turn the second factor on with a code of the new secret. Replies ten recovery codes.',
  }),
  renewRecoveryCodes: endpoint('POST', 'auth/second-factor/recovery-codes', {
    body: Strict({ code: Code }),
    reply: Strict({ message: Type.String(), recovery_codes: RecoveryCodes }),
    access: 'user',
    summary: 'Ten new recovery codes. The earlier ones work no more.',
  }),
  remove: endpoint('DELETE', 'auth/second-factor', {
    body: Strict({ code: Code }),
    reply: Strict({ message: Type.String() }),
    access: 'user',
    summary: 'Turn the second factor off with a code.',
  }),
  signIn: endpoint('POST', 'auth/second-factor-sign-in', {
    body: Strict({ token: Token, code: Code }),
    reply: Strict({ user: User, token: Type.String() }),
    access: 'anyone',
    summary: 'Finish a sign-in with a code or a recovery code.',
  }),
  beginAtSignIn: endpoint('POST', 'auth/second-factor-sign-in/secret', {
    body: Strict({ token: Token }),
    reply: Secret,
    access: 'anyone',
    summary: 'A secret for an authenticator app, where a sign-in needs a second factor and has none yet.',
  }),
  confirmAtSignIn: endpoint('POST', 'auth/second-factor-sign-in/confirm', {
    body: Strict({ token: Token, code: Code }),
    reply: Strict({ user: User, token: Type.String(), recovery_codes: RecoveryCodes }),
    access: 'anyone',
    summary: 'Turn the second factor on and finish the sign-in. Replies ten recovery codes.',
  }),
}
