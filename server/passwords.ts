import { hash, verify } from '@node-rs/argon2'

/**
 * Argon2id with 19 MiB, two passes and one lane: the least that OWASP's password storage guide asks for, and what a
 * sign-in may cost here (some 25 ms of one core) when a depot's phones all sign in at seven. The parameters stand in every
 * hash, so raising them leaves the older hashes valid.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

/** The hash in the PHC string format, salt and parameters in it. Argon2id is the package's default algorithm. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

/** False also for a hash that is not one: such a user cannot sign in, and learns no more than with a wrong password. */
export const isPassword = async (passwordHash: string, password: string): Promise<boolean> => {
  try {
    return await verify(passwordHash, password)
  } catch {
    return false
  }
}
