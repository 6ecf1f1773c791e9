import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/passkeys.ts'

/**
 * A device that makes one passkey and signs with it, in software: its answers are those of a real one, so nothing of their
 * verification is faked. `odd` says what is wrong with an answer.
 */

type AddOptions = ReplyOf<typeof passkeys.addOptions>
type SignInOptions = ReplyOf<typeof passkeys.signInOptions>

export type Odd = {
  origin?: string
  /** The domain that the device signs for. */
  domain?: string
  challenge?: string
  userVerified?: boolean
  counter?: number
  userHandle?: string
}

export type AnAuthenticator = {
  make: (offered: AddOptions, odd?: Odd) => BodyOf<typeof passkeys.add>
  sign: (offered: SignInOptions, odd?: Odd) => BodyOf<typeof passkeys.signIn>
}

/** @param hasCounter many count nothing, such as those that a phone's account carries to its other devices */
export const anAuthenticator = ({
  origin,
  hasCounter = true,
}: {
  origin: string
  hasCounter?: boolean
}): AnAuthenticator => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(16)
  const id = credentialId.toString('base64url')
  let uses = 0
  let userHandle = ''

  const clientDataOf = (type: 'create' | 'get', challenge: string, odd: Odd): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: `webauthn.${type}`,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const dataOf = (domain: string, odd: Odd, made?: Buffer): Buffer => {
    if (hasCounter) uses += 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(odd.counter ?? uses)
    const flags = PRESENT | (odd.userVerified === false ? 0 : VERIFIED) | (made === undefined ? 0 : ATTESTED)
    return Buffer.concat([
      sha256(odd.domain ?? domain),
      Buffer.from([flags]),
      counter,
      ...(made === undefined ? [] : [made]),
    ])
  }

  return {
    make: ({ attempt, options }, odd = {}) => {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const made = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', dataOf(options.rp.id, odd, made)],
      ])
      return {
        attempt,
        id,
        clientDataJSON: clientDataOf('create', options.challenge, odd).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      }
    },

    sign: ({ attempt, options }, odd = {}) => {
      const clientData = clientDataOf('get', options.challenge, odd)
      const data = dataOf(options.rpId, odd)
      return {
        attempt,
        id,
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString(
          'base64url',
        ),
        userHandle: odd.userHandle ?? userHandle,
      }
    },
  }
}

/** Flags of authenticator data (WebAuthn, section 6.1). */
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** As much of CBOR (RFC 8949) as an attestation needs. */
const cbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Map)
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((part) => cbor(part))])
  throw new Error(`No CBOR for ${String(value)}`)
}

const head = (kind: number, size: number): Buffer => {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256
    ? Buffer.from([(kind << 5) | 24, size])
    : Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])
}
