import { v7 } from 'uuid'
import type { ImportSession } from './import.repository.ts'
import type { ReadRow } from './kinds/fields.ts'

/**
 * Passwords never come from a file. A new user without a hash gets a one-time password to hand over, which must be changed
 * at the first sign-in, or an unknown one to reset by "forgotten password". A hash is of a password that they chose.
 */
export type PasswordIssuer = {
  unusableHash: () => Promise<string>
  issue?: () => Promise<{ password: string; hash: string }>
  handOver?: (email: string, password: string) => Promise<void>
}

/** What `completeUsers` adds to a row; only new users get it. */
export const USER_ADDITIONS = ['id', 'passwordHash', 'mustChangePassword']

export type CompleteUsersParts = {
  session: ImportSession
  rows: ReadRow[]
  passwords: PasswordIssuer
  dryRun: boolean
}

export const completeUsers = async ({
  session,
  rows,
  passwords,
  dryRun,
}: CompleteUsersParts): Promise<ReadRow[]> => {
  const emails = rows.map(({ row }) => String(row.email).toLowerCase())
  const present = await session.findUsers(emails)
  const complete: ReadRow[] = []
  for (const { line, row } of rows) {
    const given = row.givenPasswordHash
    const isNew = !present.has(String(row.email).toLowerCase())
    const issued =
      typeof given !== 'string' && isNew && !dryRun && passwords.issue !== undefined
        ? await passwords.issue()
        : undefined
    const passwordHash =
      typeof given === 'string' ? given : (issued?.hash ?? (await passwords.unusableHash()))
    complete.push({
      line,
      row: { ...row, id: v7(), passwordHash, mustChangePassword: issued !== undefined },
      ...(issued === undefined ? {} : { password: issued.password }),
    })
  }
  return complete
}
