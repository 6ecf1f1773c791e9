import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/passkeys.ts'
import { deviceName } from '#domain/device-name.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { Database } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertAccountMail } from '#server/features/mail/mail-queue.repository.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import type { Origin } from '#server/plugins/origin.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { findUser, lockUser } from './account.repository.ts'
import type { UserRow } from './auth.repository.ts'
import type { CompleteSignIn } from './complete-sign-in.ts'
import {
  countPasskeys,
  deletePasskeys,
  findPasskeys,
  findPasskeyWithUser,
  insertChallenge,
  insertPasskey,
  notePasskeyUse,
  type PasskeyRow,
  renamePasskey,
  takeChallenge,
} from './passkeys.repository.ts'
import type { Security } from './security.ts'
import type { SignedIn } from './sessions.ts'
import type { SignInLocks } from './sign-in-locks.ts'

/** Where passkeys are made and used. A browser offers each at its `domain` (WebAuthn's `rp.id`) alone. */
export type Site = { origin: string; domain: string; name: string }

type Calls = typeof passkeys
type From = { site: Site; origin: Origin; device: string; userAgent: string }

export type PasskeysService = {
  signInOptions: (site: Site) => Promise<ReplyOf<Calls['signInOptions']>>
  /**
   * @throws Refusal `passkey_expired`; `wrong_credentials`, also for an unknown passkey and a deactivated user; `locked`;
   * `password_change_required`
   */
  signIn: (body: BodyOf<Calls['signIn']>, from: From) => Promise<SignedIn>
  list: (caller: Caller) => Promise<ReplyOf<Calls['list']>>
  addOptions: (caller: Caller, site: Site) => Promise<ReplyOf<Calls['addOptions']>>
  /** @throws Refusal `passkey_expired`, `passkey_refused`, `too_many_passkeys` */
  add: (caller: Caller, body: BodyOf<Calls['add']>, from: From) => Promise<ReplyOf<Calls['add']>['passkey']>
  /** @throws Refusal `passkey_not_found`, also for another user's */
  rename: (
    caller: Caller,
    named: { id: string; name: string },
  ) => Promise<ReplyOf<Calls['rename']>['passkey']>
  /** @throws Refusal `passkey_not_found`, also for another user's */
  remove: (caller: Caller, id: string, origin: Origin) => Promise<void>
}

export type PasskeysParts = {
  database: Database
  security: Security
  locks: SignInLocks
  completeSignIn: CompleteSignIn
  now: () => Date
}

const CHALLENGE_MS = 5 * MINUTE_MS
/** More than anybody has devices and keys; a form that is sent in a loop ends here. */
const PASSKEYS_MAX = 20

/** ES256 and RS256, which every authenticator knows one of, and EdDSA (COSE's numbers). */
const ALGORITHMS = [-7, -8, -257]

export const passkeysService = ({
  database,
  security,
  locks,
  completeSignIn,
  now,
}: PasskeysParts): PasskeysService => {
  const newChallenge = async (sessionId: string | null): Promise<{ attempt: string; challenge: string }> => {
    const attempt = randomBytes(32).toString('base64url')
    const challenge = randomBytes(32).toString('base64url')
    await insertChallenge(database, {
      attemptHash: hashOfToken(attempt),
      challenge,
      sessionId,
      expiresAt: new Date(now().getTime() + CHALLENGE_MS),
    })
    return { attempt, challenge }
  }
  const requireChallenge = async (attempt: string, sessionId: string | null): Promise<string> => {
    const challenge = await takeChallenge(database, {
      attemptHash: hashOfToken(attempt),
      sessionId,
      now: now(),
    })
    if (challenge === undefined) throw new Refusal('passkey_expired')
    return challenge
  }

  return {
    signInOptions: async ({ domain }) => {
      const { attempt, challenge } = await newChallenge(null)
      return {
        attempt,
        options: { challenge, rpId: domain, timeout: CHALLENGE_MS, userVerification: 'required' },
      }
    },

    signIn: async (body, { site, origin, device, userAgent }) => {
      const expectedChallenge = await requireChallenge(body.attempt, null)
      const found = await findPasskeyWithUser(database, body.id)
      if (found === undefined) throw new Refusal('wrong_credentials')
      const { passkey, user } = found
      const verify = async (): Promise<UserRow | undefined> => {
        const counter = await verifiedCounter({ body, passkey, user, site, expectedChallenge, origin })
        if (counter === undefined || user.deactivatedAt !== null) return undefined
        return (await notePasskeyUse(database, { id: passkey.id, counter, now: now() })) ? user : undefined
      }
      const { result } = await security.attempt(locks, { email: user.email, device, origin }, verify)
      if (result === undefined) throw new Refusal('wrong_credentials')
      return await completeSignIn(result, { origin, userAgent, by: 'passkey' })
    },

    list: async ({ userId }) => ({ data: (await findPasskeys(database, userId)).map(passkeyOf) }),

    addOptions: async ({ userId, tokenId }, site) => {
      const [user, known, { attempt, challenge }] = await Promise.all([
        findUser(database, userId),
        findPasskeys(database, userId),
        newChallenge(tokenId),
      ])
      if (user === undefined) throw new Refusal('unauthenticated')
      return {
        attempt,
        options: {
          challenge,
          rp: { id: site.domain, name: site.name },
          user: { id: handleOf(userId), name: user.email, displayName: user.username },
          pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
          timeout: CHALLENGE_MS,
          excludeCredentials: known
            .filter(({ domain }) => domain === site.domain)
            .map(({ credentialId, transports }) => ({ id: credentialId, type: 'public-key', transports })),
          authenticatorSelection: {
            residentKey: 'required',
            requireResidentKey: true,
            userVerification: 'required',
          },
          attestation: 'none',
        },
      }
    },

    add: async ({ userId, tokenId }, body, { site, origin, userAgent }) => {
      const expectedChallenge = await requireChallenge(body.attempt, tokenId)
      const made = await verifiedPasskey({ body, site, expectedChallenge, origin })
      if (made === undefined) throw new Refusal('passkey_refused')
      const { row, email } = await inTransaction(database, async (connection) => {
        const user = await lockUser(connection, userId)
        if (user === undefined || user.deactivatedAt !== null) throw new Refusal('unauthenticated')
        if ((await countPasskeys(connection, userId)) >= PASSKEYS_MAX) throw new Refusal('too_many_passkeys')
        const row = await insertPasskey(connection, {
          id: uuidv7(),
          userId,
          ...made,
          transports: body.transports ?? [],
          domain: site.domain,
          name: deviceName(userAgent),
          createdAt: now(),
          lastUsedAt: null,
        })
        if (row === undefined) throw new Refusal('passkey_refused')
        await insertAccountMail(connection, { userId, kind: 'passkey_added', to: user.email, now: now() })
        return { row, email: user.email }
      })
      await security.log(origin, email, { event: 'passkey', outcome: 'added' })
      return passkeyOf(row)
    },

    rename: async ({ userId }, { id, name }) => {
      const row = await renamePasskey(database, { id, userId, name: name.trim() })
      if (row === undefined) throw new Refusal('passkey_not_found')
      return passkeyOf(row)
    },

    remove: async ({ userId }, id, origin) => {
      if ((await deletePasskeys(database, { id, userId })) === 0) throw new Refusal('passkey_not_found')
      const user = await findUser(database, userId)
      if (user !== undefined) await security.log(origin, user.email, { event: 'passkey', outcome: 'removed' })
    },
  }
}

const passkeyOf = ({ id, name, domain, createdAt, lastUsedAt }: PasskeyRow) => ({
  id,
  name,
  domain,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})

/** WebAuthn's user handle: the id's 16 bytes, which name nobody. */
const handleOf = (userId: string): string =>
  Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

/** Loaded with the first passkey: it reads certificates, and its parsers are large. */
const loadWebAuthn = () => import('@simplewebauthn/server')

type Answer = { site: Site; expectedChallenge: string; origin: Origin }

/** @returns the authenticator's new counter; undefined where anything about the answer is not as it must be */
const verifiedCounter = async ({
  body: { id, userHandle, ...response },
  passkey,
  user,
  site,
  expectedChallenge,
  origin,
}: Answer & { body: BodyOf<Calls['signIn']>; passkey: PasskeyRow; user: UserRow }): Promise<
  number | undefined
> => {
  if (userHandle !== handleOf(user.id) || passkey.domain !== site.domain) return undefined
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  return await unlessRefused(origin, async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

const verifiedPasskey = async ({
  body: { id, clientDataJSON, attestationObject },
  site,
  expectedChallenge,
  origin,
}: Answer & { body: BodyOf<Calls['add']> }): Promise<
  Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter'> | undefined
> => {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  return await unlessRefused(origin, async () => {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.domain,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
    }
  })
}

/** The library throws for whatever is wrong. The reason is for the operator, whose PUBLIC_URL it may be. */
const unlessRefused = async <T>({ log }: Origin, verify: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await verify()
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'passkey not accepted')
    return undefined
  }
}
