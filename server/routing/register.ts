import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { ApiHeaders, type Endpoint, METHODS, type Method } from '#contract/endpoint.ts'
import { ErrorReply } from '#contract/errors.ts'
import { requireAccess } from './access.ts'
import { bodyLimitOf } from './body-limit.ts'
import type { Call, Handler } from './call.ts'
import type { Mutation } from './mutation.ts'
import { Refusal } from './refusal.ts'
import { mayLackBody, queryOf } from './schema.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

export const registerPlain = <E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
): void => {
  app.route({
    ...optionsOf(endpoint),
    method: endpoint.method,
    url: urlOf(endpoint.path),
    onRequest:
      endpoint.access === 'anyone'
        ? []
        : [app.authenticate, async (request) => requireAccess(endpoint, request.requireCaller())],
    ...(mayLackBody(endpoint) && {
      preValidation: async (request: FastifyRequest) => {
        if (request.body === undefined) request.body = {}
      },
    }),
    handler: async (request, reply) => {
      const { params, query, body } = request
      const user = endpoint.access === 'anyone' ? undefined : request.requireCaller()
      // The schemas have checked this cast.
      return await handler({ params, query, body, user, request, reply } as Call<E>)
    },
  })
}

/** Fastify checks only the token; the mutation orders all other checks. */
export const registerMutation = (app: FastifyInstance, mutation: Mutation): void => {
  const { endpoint } = mutation
  app.route({
    ...optionsOf(endpoint),
    method: endpoint.method,
    url: urlOf(endpoint.path),
    validatorCompiler: () => () => true,
    onRequest: [app.authenticate],
    handler: async (request, reply) => {
      const { method, url, params, query } = request
      const { status, body, refusal } = await mutation.run({
        user: request.requireCaller(),
        key: headerOf(request, ApiHeaders.idempotencyKey),
        method,
        url,
        params,
        query,
        ifMatch: headerOf(request, ApiHeaders.ifMatch),
        epoch: headerOf(request, ApiHeaders.epoch),
        bodyText: typeof request.body === 'string' ? request.body : '',
      })
      const wait = refusal?.parts.retryAfterSeconds
      if (wait !== undefined) reply.header('retry-after', wait)
      return await reply.code(status).type('application/json; charset=utf-8').send(body)
    },
  })
}

/** A known path with another method is 405 with its methods; an unknown path is 404. */
export const registerMethodsNotAllowed = (app: FastifyInstance, taken: Map<string, Method[]>): void => {
  for (const [path, methods] of taken) {
    const others = [...METHODS, 'PATCH', 'OPTIONS'].filter(
      (method) => !methods.some((known) => known === method),
    )
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods
    app.route({
      method: others,
      url: urlOf(path),
      schema: { hide: true },
      onRequest: async (_request, reply) => {
        reply.header('allow', allow.join(', '))
        throw new Refusal('method_not_allowed')
      },
      handler: async () => undefined,
    })
  }
}

/** The path as the router has it. */
export const urlOf = (path: string): string => `/api/${path.replace(/\{(\w+)\}/g, ':$1')}`

const optionsOf = (endpoint: Endpoint) =>
  ({
    config: { endpoint },
    // Larger is 413 `body_too_large`.
    bodyLimit: bodyLimitOf(endpoint),
    schema: {
      summary: endpoint.summary,
      querystring: queryOf(endpoint),
      ...(endpoint.params && { params: endpoint.params }),
      ...(endpoint.body && { body: endpoint.body }),
      response: {
        200: endpoint.media ? fileOf(endpoint) : endpoint.reply,
        '4xx': ErrorReply,
        '5xx': ErrorReply,
      },
    },
  }) satisfies RouteShorthandOptions

const fileOf = ({ media = [], reply }: Endpoint) => ({
  content: Object.fromEntries([media].flat().map((type) => [type, { schema: reply }])),
})

export const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(', ') : value
}
