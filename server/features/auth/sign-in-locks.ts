import { SIGN_IN_FAILURES_MAX, SIGN_IN_LOCK_MS } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import type { Connection } from '#server/db/transaction.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  clearFailures,
  countFailure,
  deleteForgottenFailures,
  deleteUnusedDevices,
  findSignInState,
  noteDevice,
} from './locks.repository.ts'

/**
 * Wrong passwords lock the account for their network, so that nobody can lock a customer out from elsewhere. Known
 * devices count separately, even in a locked network. Guesses from many networks hit the account's limit, which also
 * spares known devices (OWASP's device cookies).
 * Only wrong passwords count. As many run at once as may still fail; the rest wait, within this process: several
 * instances each allow that many.
 */
export type SignInLocks = {
  /**
   * Runs `verify` if the locks allow, and counts its outcome.
   * @returns its result, and whether a lock has now closed
   * @throws Refusal `locked` with the seconds to wait, whatever the password
   */
  attempt: <T>(
    attempt: Attempt,
    verify: () => Promise<T | undefined>,
  ) => Promise<{ result: T | undefined; isKnownDevice: boolean; hasLocked: boolean }>
}

export type Attempt = {
  accountHash: Buffer
  sources: { everywhere: Buffer; network: Buffer; device: Buffer }
  deviceHash: Buffer
}

type Limit = { allowed: number; rememberedSeconds: number; slides: boolean; lockSeconds: number }

const LOCK_SECONDS = SIGN_IN_LOCK_MS / 1000
const OWN: Limit = {
  allowed: SIGN_IN_FAILURES_MAX,
  rememberedSeconds: LOCK_SECONDS,
  slides: true,
  lockSeconds: LOCK_SECONDS,
}
/** Ten networks with five failures each; then about 24 guesses a day, below NIST SP 800-63B's 100 in a row. */
const EVERYWHERE: Limit = {
  allowed: 50,
  rememberedSeconds: 24 * 3_600,
  slides: false,
  lockSeconds: 3_600,
}
/** A code of six digits is guessed sooner than a password: ten wrong ones from anywhere outlast the hour that it works. */
export const ONE_CODE: Limit = { ...EVERYWHERE, allowed: 10 }
const DEVICE_DAYS = 400

export const signInLocks = (database: Database, everywhere = EVERYWHERE): SignInLocks => {
  const gates = new Map<string, Gate>()

  return {
    attempt: async ({ accountHash, sources, deviceHash }, verify) => {
      const account = accountHash.toString('hex')
      const gate = gates.get(account) ?? newGate()
      gates.set(account, gate)
      gate.users += 1
      try {
        const admitted = await admit()
        let result: Awaited<ReturnType<typeof verify>>
        let hasLocked = false
        try {
          result = await verify()
          if (result === undefined) hasLocked = await countAll(admitted.limits)
          else
            await clearFailures(
              database,
              accountHash,
              admitted.isKnownDevice ? sources.device : sources.network,
            )
        } finally {
          gate.leave(admitted.limits)
        }
        if (result !== undefined) await noteDevice(database, accountHash, deviceHash)
        return { result, isKnownDevice: admitted.isKnownDevice, hasLocked }
      } finally {
        gate.users -= 1
        if (gate.users === 0) gates.delete(account)
      }

      async function admit() {
        for (;;) {
          const { ended } = gate
          const { isKnownDevice, failuresOf } = await findSignInState(database, {
            accountHash,
            deviceHash,
            sources: Object.values(sources),
          })
          // An attempt that ended since may have failed.
          if (gate.ended !== ended) continue
          const limits: [Buffer, Limit][] = isKnownDevice
            ? [[sources.device, OWN]]
            : [
                [sources.network, OWN],
                [sources.everywhere, everywhere],
              ]
          const lockedForSeconds = Math.max(
            ...limits.map(([source]) => failuresOf(source).lockedForSeconds ?? 0),
          )
          if (lockedForSeconds > 0) throw new Refusal('locked', { retryAfterSeconds: lockedForSeconds })
          const isRoom = limits.every(
            ([source, { allowed }]) =>
              // After a lock, one attempt at a time.
              gate.countOf(source) < Math.max(1, allowed - failuresOf(source).failures),
          )
          if (isRoom) {
            gate.enter(limits)
            return { isKnownDevice, limits }
          }
          await gate.next()
        }
      }

      async function countAll(limits: [Buffer, Limit][]): Promise<boolean> {
        let hasLocked = false
        for (const [source, limit] of limits)
          if (await countFailure(database, { accountHash, source, ...limit })) hasLocked = true
        return hasLocked
      }
    },
  }
}

/** Deletes expired counts, and devices whose cookie has expired. */
export const forgetOldAttempts = async (connection: Connection): Promise<void> => {
  await deleteForgottenFailures(connection)
  await deleteUnusedDevices(connection, DEVICE_DAYS)
}

type Gate = ReturnType<typeof newGate>

const newGate = () => {
  const counts = new Map<string, number>()
  const waiting: (() => void)[] = []
  const change = (limits: [Buffer, Limit][], by: number): void => {
    for (const [source] of limits) {
      const key = source.toString('hex')
      counts.set(key, (counts.get(key) ?? 0) + by)
    }
  }
  const gate = {
    users: 0,
    ended: 0,
    countOf: (source: Buffer): number => counts.get(source.toString('hex')) ?? 0,
    enter: (limits: [Buffer, Limit][]): void => change(limits, 1),
    leave: (limits: [Buffer, Limit][]): void => {
      change(limits, -1)
      gate.ended += 1
      for (const wake of waiting.splice(0)) wake()
    },
    next: (): Promise<void> => new Promise((resolve) => waiting.push(resolve)),
  }
  return gate
}
