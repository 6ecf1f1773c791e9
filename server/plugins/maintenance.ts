import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Endpoint } from '#contract/endpoint.ts'
import { isUnderWay, type MaintenanceWindow } from '#domain/maintenance-window.ts'
import { Refusal } from '#server/routing/refusal.ts'

export type MaintenanceOptions = {
  /** undefined: none is planned. */
  findWindow: () => Promise<MaintenanceWindow | undefined>
  now: () => Date
}

/** Each process asks the database so often, so that a window closes all of them within that time. */
const KNOWN_MS = 2_000
/** Where nobody knows when it ends. */
const TRY_AGAIN_SECONDS = 300

/**
 * While a window is under way, calls are refused with 503 `maintenance`: devices keep what people do, and send it afterwards.
 * Administrators are let through, and so is every sign-in, because the person may be an administrator.
 */
export const maintenance = fp(
  async (app, { findWindow, now }: MaintenanceOptions) => {
    let known: { window: Promise<MaintenanceWindow | undefined>; untilMs: number } | undefined
    const current = () => {
      if (known === undefined || Date.now() > known.untilMs) {
        const window = findWindow()
        known = { window, untilMs: Date.now() + KNOWN_MS }
        // A failure is asked again at once.
        window.catch(() => {
          known = undefined
        })
      }
      return known.window
    }
    app.decorate('maintenanceChanged', () => {
      known = undefined
    })
    // After the caller is known, before the body is read.
    app.addHook('preParsing', async (request: FastifyRequest) => {
      const { endpoint } = request.routeOptions.config
      if (endpoint === undefined) return
      const window = await current()
      if (window === undefined || !isUnderWay(window, now())) return
      const type = request.caller?.accountType
      if (type === 'AD' || type === 'NW') return
      if (isRefused(endpoint, window)) throw closed(window, now())
    })
  },
  { name: 'maintenance', dependencies: ['auth'] },
)

declare module 'fastify' {
  interface FastifyInstance {
    /** This process asks again at the next call. */
    maintenanceChanged: () => void
  }
}

/** Posts that change nothing. */
const READS =
  /(?:[-/]search\/?|\/(?:read|preview|trial|analysis|active-orders))$|^(?:paperwork\/|statistics\/(?:customer-activity|orders-per-day)$)/

/** Who has what open: nothing that a window protects, and a refusal would make a device pause all its calls. */
const PRESENCE = /\/viewers$/

export const changesData = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): boolean =>
  method !== 'GET' && !(method === 'POST' && READS.test(path))

const isRefused = (endpoint: Endpoint, { mode }: MaintenanceWindow): boolean => {
  if (endpoint.path.startsWith('auth/') && endpoint.path !== 'auth/registration/cash') return false
  if (mode === 'read_only') return changesData(endpoint) && !PRESENCE.test(endpoint.path)
  return endpoint.access !== 'anyone' || changesData(endpoint)
}

const closed = ({ mode, until, message }: MaintenanceWindow, now: Date): Refusal =>
  new Refusal('maintenance', {
    retryAfterSeconds:
      until === null
        ? TRY_AGAIN_SECONDS
        : Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 1_000)),
    message: [mode === 'closed' ? 'Closed for maintenance.' : 'Nothing can be changed now.', message]
      .filter(Boolean)
      .join(' '),
  })
