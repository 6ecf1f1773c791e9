import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { secondFactor } from '#contract/second-factor.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { type AccountType, isStaffType } from '#domain/user.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { insertAccountMail } from '#server/features/mail/mail-queue.repository.ts'
import { newPassword } from '#server/passwords.ts'
import { hashOfToken } from '#server/plugins/auth.ts'
import type { Caller } from '#server/routing/caller.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { findUser, lockUser } from './account.repository.ts'
import type { From } from './account.service.ts'
import type { UserRow } from './auth.repository.ts'
import {
  countRecoveryCodes,
  deleteSecondFactor,
  enableSecondFactor,
  findHalfSignIn,
  findSecondFactor,
  keepNewSecret,
  replaceRecoveryCodes,
  takeHalfSignIn,
  takeRecoveryCode,
  takeStep,
} from './second-factor.repository.ts'
import type { Security } from './security.ts'
import { openSession, type SignedIn } from './sessions.ts'
import { ONE_CODE, signInLocks } from './sign-in-locks.ts'

type Calls = typeof secondFactor
type Secret = ReplyOf<Calls['begin']>
type FromDevice = From & { userAgent: string }

export type SecondFactorService = {
  /** The refusal that follows a right password; undefined: none. */
  owed: (
    user: Pick<UserRow, 'id' | 'accountType'>,
  ) => Promise<Extract<ErrorCode, `second_factor_${string}`> | undefined>
  get: (caller: Caller) => Promise<ReplyOf<Calls['get']>>
  /** @throws Refusal `wrong_code`, `locked` */
  begin: (caller: Caller, body: BodyOf<Calls['begin']>, from: From) => Promise<Secret>
  /** @throws Refusal `wrong_code`, `second_factor_expired` @returns the recovery codes */
  confirm: (caller: Caller, body: BodyOf<Calls['confirm']>, from: From) => Promise<string[]>
  /** @throws Refusal `wrong_code`, `locked` */
  renewRecoveryCodes: (
    caller: Caller,
    body: BodyOf<Calls['renewRecoveryCodes']>,
    from: From,
  ) => Promise<string[]>
  /** @throws Refusal `wrong_code`, `locked`, `second_factor_obligatory` */
  remove: (caller: Caller, body: BodyOf<Calls['remove']>, from: From) => Promise<void>
  /** @throws Refusal `wrong_code`, `locked`, `second_factor_expired` */
  signIn: (body: BodyOf<Calls['signIn']>, from: FromDevice) => Promise<SignedIn>
  /** @throws Refusal `second_factor_expired`, also where there is a second factor already */
  beginAtSignIn: (body: BodyOf<Calls['beginAtSignIn']>) => Promise<Secret>
  /** @throws Refusal `wrong_code`, `second_factor_expired` */
  confirmAtSignIn: (
    body: BodyOf<Calls['confirmAtSignIn']>,
    from: FromDevice,
  ) => Promise<ReplyOf<Calls['confirmAtSignIn']>>
}

export type SecondFactorParts = {
  database: Database
  security: Security
  required: Config['secondFactorFor']
  /** What the app lists the codes under. */
  companyName: () => Promise<string>
  now: () => Date
}

const RECOVERY_CODES = 10
/** The time before and after, for clocks that differ and people who type slowly (RFC 6238, section 5.2). */
const STEPS_AROUND = 1
const STEP_MS = 30_000

export const secondFactorService = ({
  database,
  security,
  required,
  companyName,
  now,
}: SecondFactorParts): SecondFactorService => {
  const locks = signInLocks(database, ONE_CODE)

  const beginFor = async ({ id: userId, email }: UserRow): Promise<Secret> => {
    const { Secret, TOTP } = await loadTotp()
    const totp = new TOTP({ issuer: await companyName(), label: email, secret: new Secret({ size: 20 }) })
    const secret = totp.secret.base32
    await keepNewSecret(database, { userId, newSecret: secret, now: now() })
    return { secret, uri: totp.toString() }
  }

  /** The app's code or a recovery code: whichever it is works no more. */
  const takeCode = async ({ id: userId }: UserRow, typed: string): Promise<true | undefined> => {
    const code = codeOf(typed)
    const factor = await findSecondFactor(database, userId)
    if (factor?.enabledAt == null || factor.secret === null) return undefined
    if ('recovery' in code) {
      const codeHash = hashOfToken(code.recovery)
      return (await takeRecoveryCode(database, { userId, codeHash })) || undefined
    }
    const step = await stepOf(factor.secret, code.digits, now())
    return (step !== undefined && (await takeStep(database, userId, step))) || undefined
  }

  /** @throws Refusal `wrong_code`, `locked` */
  const requireCode = async (user: UserRow, typed: string, { device, origin }: From): Promise<void> => {
    const person = { email: user.email, device, origin, purpose: 'second_factor' as const }
    const { result } = await security.attempt(locks, person, () => takeCode(user, typed))
    if (result === undefined) throw new Refusal('wrong_code')
  }

  /**
   * @param also in the same transaction, before anything is written
   * @returns the recovery codes
   * @throws Refusal `wrong_code`, `second_factor_expired`
   */
  const enable = async (
    userId: string,
    typed: string,
    also: (connection: Connection, isOn: boolean) => Promise<void> = async () => {},
  ): Promise<string[]> =>
    await inTransaction(database, async (connection) => {
      const user = await lockUser(connection, userId)
      const factor = await findSecondFactor(connection, userId)
      if (user === undefined || user.deactivatedAt !== null) throw new Refusal('second_factor_expired')
      if (factor?.newSecret == null || isTooOld(factor.newSecretAt, now()))
        throw new Refusal('second_factor_expired')
      const code = codeOf(typed)
      const step = 'digits' in code ? await stepOf(factor.newSecret, code.digits, now()) : undefined
      if (step === undefined) throw new Refusal('wrong_code')
      await also(connection, factor.enabledAt !== null)
      await enableSecondFactor(connection, { userId, step, now: now() })
      await insertAccountMail(connection, {
        userId,
        kind: 'second_factor_on',
        to: user.email,
        now: now(),
      })
      return await newRecoveryCodes(connection, userId)
    })

  const requireHalfSignIn = async (token: string): Promise<UserRow> => {
    const user = await findHalfSignIn(database, { tokenHash: hashOfToken(token), now: now() })
    if (user === undefined) throw new Refusal('second_factor_expired')
    return user
  }

  const requireUser = async ({ userId }: Caller): Promise<UserRow> => {
    const user = await findUser(database, userId)
    if (user === undefined) throw new Refusal('unauthenticated')
    return user
  }

  return {
    owed: async ({ id, accountType }) => {
      const factor = await findSecondFactor(database, id)
      if (factor?.enabledAt != null) return 'second_factor_required'
      return isRequiredOf(accountType, required) ? 'second_factor_setup_required' : undefined
    },

    get: async ({ userId, accountType }) => {
      const [factor, codes] = await Promise.all([
        findSecondFactor(database, userId),
        countRecoveryCodes(database, userId),
      ])
      return {
        since: factor?.enabledAt?.toISOString() ?? null,
        recovery_codes_left: codes,
        required: isRequiredOf(accountType, required),
      }
    },

    begin: async (caller, { code }, from) => {
      const user = await requireUser(caller)
      const isOn = (await findSecondFactor(database, user.id))?.enabledAt != null
      if (isOn && code === undefined) throw new Refusal('wrong_code')
      if (isOn) await requireCode(user, code ?? '', from)
      return await beginFor(user)
    },

    confirm: async (caller, { code }, { origin }) => {
      const { id, email } = await requireUser(caller)
      const codes = await enable(id, code)
      await security.log(origin, email, { event: 'second_factor', outcome: 'added' })
      return codes
    },

    renewRecoveryCodes: async (caller, { code }, from) => {
      const user = await requireUser(caller)
      await requireCode(user, code, from)
      return await inTransaction(database, async (connection) => {
        await lockUser(connection, user.id)
        return await newRecoveryCodes(connection, user.id)
      })
    },

    remove: async (caller, { code }, from) => {
      if (isRequiredOf(caller.accountType, required)) throw new Refusal('second_factor_obligatory')
      const user = await requireUser(caller)
      const { id: userId, email } = user
      await requireCode(user, code, from)
      await inTransaction(database, async (connection) => {
        await lockUser(connection, userId)
        await deleteSecondFactor(connection, userId)
        await insertAccountMail(connection, { userId, kind: 'second_factor_off', to: email, now: now() })
      })
      await security.log(from.origin, email, { event: 'second_factor', outcome: 'removed' })
    },

    signIn: async ({ token, code }, from) => {
      const user = await requireHalfSignIn(token)
      await requireCode(user, code, from)
      if (!(await takeHalfSignIn(database, hashOfToken(token)))) throw new Refusal('second_factor_expired')
      return await openSession(database, user, from.userAgent)
    },

    // Who knows the password alone must not replace a second factor that is there.
    beginAtSignIn: async ({ token }) => {
      const user = await requireHalfSignIn(token)
      if ((await findSecondFactor(database, user.id))?.enabledAt != null)
        throw new Refusal('second_factor_expired')
      return await beginFor(user)
    },

    confirmAtSignIn: async ({ token, code }, { origin, userAgent }) => {
      const user = await requireHalfSignIn(token)
      const recovery_codes = await enable(user.id, code, async (connection, isOn) => {
        if (isOn || !(await takeHalfSignIn(connection, hashOfToken(token))))
          throw new Refusal('second_factor_expired')
      })
      await security.log(origin, user.email, { event: 'second_factor', outcome: 'added' })
      return { ...(await openSession(database, user, userAgent)), recovery_codes }
    },
  }
}

const REQUIRED_OF: Record<Config['secondFactorFor'], (accountType: AccountType) => boolean> = {
  nobody: () => false,
  administrators: (accountType) => accountType === 'AD',
  staff: isStaffType,
}

const isRequiredOf = (accountType: AccountType, required: Config['secondFactorFor']): boolean =>
  REQUIRED_OF[required](accountType)

/** Loaded with the first code: most sign-ins need none. */
const loadTotp = () => import('otpauth')

/** @returns the time step whose code this is, of those around now */
const stepOf = async (secret: string, digits: string, now: Date): Promise<number | undefined> => {
  const { TOTP } = await loadTotp()
  const delta = new TOTP({ secret }).validate({
    token: digits,
    timestamp: now.getTime(),
    window: STEPS_AROUND,
  })
  return delta === null ? undefined : Math.floor(now.getTime() / STEP_MS) + delta
}

/** Blanks and hyphens are as people type them; recovery codes are shown in lower case. */
const codeOf = (typed: string): { digits: string } | { recovery: string } => {
  const text = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  return /^\d{6}$/.test(text) ? { digits: text } : { recovery: text }
}

const newRecoveryCodes = async (connection: Connection, userId: string): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, newPassword)
  const hashes = codes.map((code) => hashOfToken(code.replaceAll('-', '')))
  await replaceRecoveryCodes(connection, { userId, hashes })
  return codes
}

/** A page with a QR code that was left open. */
const isTooOld = (madeAt: Date | null, now: Date): boolean =>
  madeAt === null || now.getTime() - madeAt.getTime() > HOUR_MS
