import { PASSWORD_FAULT_TEXTS, type PasswordFault, typedPasswordFault } from '#domain/passwords.ts'
import { passwordWorker } from '#server/paths.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { openThread } from '#server/worker/thread.ts'
import type { Judgements } from './password-worker.ts'

/** What a new password must be. Judging one takes up to half a second, and loading the lists a second, in a thread of its own. */
export type PasswordRules = {
  /**
   * @throws Refusal `password_refused` with the fault as `reason`
   * @throws Error where the thread ended; nothing is accepted unjudged
   */
  require: (password: NewPassword, person: { email: string; username: string }) => Promise<void>
  close: () => Promise<void>
}

export type NewPassword = { password: string; password_confirmation: string }

export const openPasswordRules = (): PasswordRules => {
  // People who change a refused password are back within minutes.
  const { run, close } = openThread<Judgements>({ file: passwordWorker, idleMs: 120_000, memoryMb: 192 })
  return {
    require: async ({ password, password_confirmation }, person) => {
      const fault =
        typedPasswordFault(password, password_confirmation) ??
        (await run('faultOf', [password, personalWords(person)]))
      if (fault !== undefined) throw refusePassword(fault)
    },
    close,
  }
}

export const refusePassword = (reason: PasswordFault): Refusal =>
  new Refusal('password_refused', { message: PASSWORD_FAULT_TEXTS[reason], fields: { reason } })

/** The name and the address, whole and in their parts of three letters or more. */
const personalWords = ({ email, username }: { email: string; username: string }): string[] => {
  const parts = `${email} ${username}`.toLowerCase().split(/[^\p{L}\p{N}]+/u)
  return [...new Set([email.toLowerCase(), username.toLowerCase(), ...parts])].filter(
    (word) => word.length >= 3,
  )
}
