import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Marks a known device, so that failures elsewhere do not lock it out. Authorises nothing and names nobody. */
const NAME = 'trolly-device'
const DAYS = 400

const COOKIE = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`)

export const deviceOf = ({ headers }: FastifyRequest): string =>
  COOKIE.exec(headers.cookie ?? '')?.[1] ?? randomBytes(32).toString('base64url')

export const hashOfDevice = (device: string): Buffer => createHash('sha256').update(device).digest()

export const keepDevice = (request: FastifyRequest, reply: FastifyReply, device: string): void => {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${NAME}=${device}; Path=/api/auth; Max-Age=${DAYS * 86_400}; HttpOnly; SameSite=Strict${secure}`,
  )
}
