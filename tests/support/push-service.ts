import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PushMessage } from '#domain/push.ts'

/** A push service, with browsers that subscribe at it. It checks and decrypts what arrives as browsers do, by the RFCs alone. */

export type ReceivedPush = {
  browser: string
  headers: IncomingHttpHeaders
  message: PushMessage
  /** The claims of the sender's token, whose signature was checked. */
  claims: { aud: string; sub: string; exp: number }
}

type Browser = { ecdh: ReturnType<typeof createECDH>; auth: Buffer }

export const startPushService = async () => {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const statuses: number[] = []
  let publicKey = ''
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const name = (request.url ?? '').slice(1)
    const browser = browsers.get(name)
    const status = statuses.shift() ?? (browser ? 201 : 410)
    if (browser && status === 201) {
      const claims = claimsOf(request.headers.authorization ?? '', publicKey)
      const message = JSON.parse(decrypted(Buffer.concat(parts), browser).toString())
      received.push({ browser: name, headers: request.headers, message, claims })
    }
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    received,
    /** The statuses of its next answers; after them 201 to a browser it knows, and 410. */
    next: (...next: number[]) => void statuses.push(...next),
    /** @returns what the browser sends to the server */
    subscribe: (name: string, serverKey: string) => {
      publicKey = serverKey
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = ecdh.generateKeys('base64url')
      browsers.set(name, { ecdh, auth })
      return { endpoint: `http://${host}/${name}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    forget: (name: string) => void browsers.delete(name),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** VAPID, RFC 8292. @throws where the key or the signature is not the server's */
const claimsOf = (authorization: string, publicKey: string): ReceivedPush['claims'] => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  if (key !== publicKey) throw new Error('The sender has another key than the browser subscribed with.')
  const [head, claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed) throw new Error('The signature is wrong.')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

/** `aes128gcm` of RFC 8188 with the keys of RFC 8291, in one record. */
const decrypted = (body: Buffer, { ecdh, auth }: Browser): Buffer => {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derived = (key: Buffer, saltOf: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, saltOf, info, length))
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const shared = derived(ecdh.computeSecret(senderKey), auth, about, 32)
  const key = derived(shared, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(shared, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}
