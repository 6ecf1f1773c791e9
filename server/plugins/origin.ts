import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { networkOf } from './rate-limit.ts'

/** For locks and the log of security events. */
export type Origin = { network: string; log: Pick<FastifyBaseLogger, 'info' | 'warn'> }

export const originOf = (request: FastifyRequest): Origin => ({
  network: networkOf(request),
  log: request.log,
})
