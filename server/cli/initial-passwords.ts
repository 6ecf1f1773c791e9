import { randomBytes } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { csvLine } from '#domain/csv.ts'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import type { PasswordIssuer } from '#server/features/import/user-passwords.ts'
import { hashPassword, newPassword } from '#server/passwords.ts'

export type IssuedPasswords = PasswordIssuer & { close: () => Promise<void> }

/** Passwords of new users, written to a new file that only its owner can read. Without a file nobody knows them. */
export const initialPasswords = async (file: string | undefined): Promise<IssuedPasswords> => {
  let unusable: Promise<string> | undefined
  const unusableHash = (): Promise<string> => {
    unusable ??= hashPassword(randomBytes(32).toString('base64'))
    return unusable
  }
  if (file === undefined) return { unusableHash, close: async () => {} }

  const handle = await create(file)
  let handedOver = 0
  return {
    unusableHash,
    issue: async () => {
      const password = newPassword()
      return { password, hash: await hashPassword(password) }
    },
    handOver: async (email, password) => {
      if (handedOver === 0) await handle.write(csvLine(['email', 'password']))
      handedOver += 1
      await handle.write(csvLine([email, password]))
    },
    close: async () => {
      await handle.close()
      if (handedOver === 0) await rm(file)
    },
  }
}

async function create(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    throw new CodedError(
      'passwords_not_writable',
      `The file for passwords cannot be made; it must not exist yet: ${errorText(error)}.`,
      { cause: error },
    )
  }
}
