import { Type } from 'typebox'
import { Email, User } from './auth.ts'
import { endpoint, Strict } from './endpoint.ts'
import { Instant } from './values.ts'

/** Signing in to the installed app, which on an iPhone does not share the browser's storage (docs/decisions/0038). */
export const signInCodes = {
  make: endpoint('POST', 'auth/sign-in-code', {
    reply: Strict({ code: Type.String({ pattern: '^[0-9]{6}$' }), expiresAt: Instant }),
    access: 'user',
    summary:
      'Make a code that signs oneself in once, on another device or in the installed app. Replaces the one before.',
  }),
  use: endpoint('POST', 'auth/sign-in-code/use', {
    body: Strict({
      email: Email,
      /** Spaces are allowed: `123 456`. */
      code: Type.String({ minLength: 1, maxLength: 20 }),
    }),
    reply: Strict({ user: User, token: Type.String() }),
    access: 'anyone',
    summary: 'Sign in with a code that one has made where one is signed in.',
  }),
}
