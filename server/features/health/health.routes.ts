import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { health } from '#contract/health.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { registerMethodsNotAllowed } from '#server/routing/register.ts'
import type { HealthService, NotReady } from './health.service.ts'

/** Repeated checks must not slow a dying instance. */
const RETRY_AFTER_SECONDS = 5

export const healthRoutes = (app: FastifyInstance, service: HealthService): void => {
  const options = {
    logLevel: 'warn' as const,
    // A cached "ready" would keep requests coming to an instance that has gone.
    onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store')
    },
  }

  app.get(`/api/${health.live.path}`, options, async () => ({ status: 'live' }))

  // Balancers ask every second: log changes only.
  let told: NotReady['code'] | undefined
  app.get(`/api/${health.ready.path}`, options, async (request, reply) => {
    const reason = await service.findReasonNotReady()
    if (reason !== undefined && reason.code !== told) request.log.warn({ err: reason.error }, 'not ready')
    told = reason?.code
    if (reason === undefined) return { status: 'ready' }
    const { status, reply: body } = new Refusal(reason.code)
    return reply.code(status).header('retry-after', RETRY_AFTER_SECONDS).send(body)
  })

  registerMethodsNotAllowed(
    app,
    new Map([health.live, health.ready].map(({ path, method }) => [path, [method]])),
  )
}
