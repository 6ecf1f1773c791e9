import { randomBytes, randomInt } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/**
 * Argon2id with 19 MiB, two passes and one lane: the minimum in OWASP's password storage guide, about 25 ms of one core
 * when a depot's phones all sign in at seven. Hashes with other parameters stay valid until the next sign-in replaces
 * them.
 */
const PARAMETERS: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 }

export type HashParameters = { memoryCost: number; timeCost: number; parallelism: number; outputLen: number }

/**
 * Limits for imported hashes: 64 MiB and a third of a second of one core. Below 7 MiB is under every recommendation.
 */
const BOUNDS = { memoryKib: [7_168, 65_536], passes: [1, 10], lanes: [1, 4] } as const
const KIB_TIMES_PASSES_MAX = 262_144

/** Salt of 8 to 64 bytes and hash of 16 to 64, in base64 without padding. */
const PHC =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$([A-Za-z0-9+/]{22,86})$/

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS)

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** A hash that cannot be checked costs as much as one of ours. */
  isRight: (passwordHash: string, password: string) => Promise<boolean>
  /**
   * A hash that no password has, for where there is none to check.
   * @param cost as `m=19456,t=2,p=1`; ours where it is missing or none that we check
   */
  standIn: (cost?: string | null) => string
  /** Made with other parameters, by an earlier build or another system. */
  isForeign: (passwordHash: string) => boolean
}

/** Tests pass cheaper parameters and count verifications. */
export const argon2id = (parameters = PARAMETERS, verifyHash = verify): Passwords => ({
  hash: (password) => hash(password, parameters),
  isRight: (passwordHash, password) =>
    isPassword(
      isPasswordHash(passwordHash) ? passwordHash : standIn(costText(parameters)),
      password,
      verifyHash,
    ),
  standIn: (cost) => {
    const asked = standIn(cost ?? '')
    return isPasswordHash(asked) ? asked : standIn(costText(parameters))
  },
  isForeign: (passwordHash) => {
    const cost = costOf(passwordHash)
    return (
      cost?.memoryKib !== parameters.memoryCost ||
      cost.passes !== parameters.timeCost ||
      cost.lanes !== parameters.parallelism ||
      cost.hashBytes !== parameters.outputLen
    )
  },
})

const costText = ({ memoryCost, timeCost, parallelism }: HashParameters): string =>
  `m=${memoryCost},t=${timeCost},p=${parallelism}`

const standIn = (cost: string): string =>
  `$argon2id$v=19$${cost}$${randomBase64(16)}$${randomBase64(PARAMETERS.outputLen)}`

const randomBase64 = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** Without easily confused letters and digits: 16 of these are 79 bits. */
const ALPHABET = '23456789abcdefghjklmnpqrstuvwxyz'
const GROUPS = 4
const GROUP_LENGTH = 4

export const newPassword = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** An Argon2id hash in PHC string format, within BOUNDS. */
export const isPasswordHash = (text: string): boolean => {
  const cost = costOf(text)
  return (
    cost !== undefined &&
    isWithin(cost.memoryKib, BOUNDS.memoryKib) &&
    isWithin(cost.passes, BOUNDS.passes) &&
    isWithin(cost.lanes, BOUNDS.lanes) &&
    cost.memoryKib * cost.passes <= KIB_TIMES_PASSES_MAX
  )
}

/** Also false for an invalid or too costly hash: the user learns no more than with a wrong password. */
export const isPassword = async (
  passwordHash: string,
  password: string,
  verifyHash = verify,
): Promise<boolean> => {
  if (!isPasswordHash(passwordHash)) return false
  try {
    return await verifyHash(passwordHash, password)
  } catch {
    return false
  }
}

type Cost = { memoryKib: number; passes: number; lanes: number; hashBytes: number }

function costOf(text: string): Cost | undefined {
  const match = PHC.exec(text)
  if (match === null) return undefined
  const [, memoryKib, passes, lanes, encoded = ''] = match
  return {
    memoryKib: Number(memoryKib),
    passes: Number(passes),
    lanes: Number(lanes),
    hashBytes: Math.floor((encoded.length * 3) / 4),
  }
}

const isWithin = (value: number, [least, most]: readonly [number, number]): boolean =>
  value >= least && value <= most
