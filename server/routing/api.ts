import type { FastifyInstance } from 'fastify'
import findMyWay from 'find-my-way'
import type { Endpoint, Method } from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import type { Handler } from './call.ts'
import { type Mutation, type MutationParts, type MutationRequest, mutationOf } from './mutation.ts'
import { registerMethodsNotAllowed, registerMutation, registerPlain, urlOf } from './register.ts'
import { turnsOf } from './turns.ts'

/**
 * How a feature answers the contract's calls; the endpoint gives path, validation, access and schemas:
 *   route(customers.get, ({ params, user }) => service.get(user, params.id))
 */
export type Api = {
  route: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
  /** Made once per Idempotency-Key, in one transaction with its kept reply (idempotency.ts). */
  mutation: <E extends Endpoint, Subject = undefined, Context = undefined>(
    endpoint: E,
    parts: MutationParts<E, Subject, Context>,
  ) => void
  /** The call of an address within a batch; undefined where the contract lets no batch hold it. */
  findBatched: (method: Method, url: string) => BatchedCall | undefined
}

export type BatchedCall = Pick<MutationRequest, 'params' | 'query'> & { mutation: Mutation }

export type ApiParts = {
  database: Database
  /** Dates new versions. */
  now: () => Date
  currentEpoch: () => string | undefined
}

/** Registers the calls of `define`, then 405 for each path's other methods. */
export const defineApi = (
  app: FastifyInstance,
  { database, now, currentEpoch }: ApiParts,
  define: (api: Api) => void,
): void => {
  const turns = turnsOf({ connections: database.$client.options.max })
  // The same router as Fastify's, so that an address means the same in a batch. Schemas bound its parameters.
  const batched = findMyWay({ maxParamLength: Number.POSITIVE_INFINITY, ignoreTrailingSlash: true })
  const methods = new Map<string, Method[]>()
  const note = ({ method, path }: Endpoint): void => {
    methods.set(path, [...(methods.get(path) ?? []), method])
  }
  define({
    route: (endpoint, handler) => {
      note(endpoint)
      registerPlain(app, endpoint, handler)
    },
    mutation: (endpoint, parts) => {
      note(endpoint)
      const mutation = mutationOf({ database, turns, now, currentEpoch }, endpoint, parts)
      registerMutation(app, mutation)
      if (endpoint.batch !== undefined) batched.on(endpoint.method, urlOf(endpoint.path), () => {}, mutation)
    },
    findBatched: (method, url) => {
      const found = batched.find(method, url)
      return found === null
        ? undefined
        : { mutation: found.store as Mutation, params: found.params, query: found.searchParams }
    },
  })
  registerMethodsNotAllowed(app, methods)
}
