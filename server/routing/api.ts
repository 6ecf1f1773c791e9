import type { FastifyInstance } from 'fastify'
import type { Endpoint, Method } from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import type { Handler } from './call.ts'
import { type Mutation, type MutationParts, mutationOf } from './mutation.ts'
import { registerMethodsNotAllowed, registerMutation, registerPlain } from './register.ts'
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
  /** Those that the contract lets a batch hold, as far as they have been registered. */
  batched: () => readonly Mutation[]
}

export type ApiParts = {
  database: Database
  /** Dates new versions. */
  now: () => Date
}

/** Registers the calls of `define`, then 405 for each path's other methods. */
export const defineApi = (
  app: FastifyInstance,
  { database, now }: ApiParts,
  define: (api: Api) => void,
): void => {
  const turns = turnsOf({ connections: database.$client.options.max })
  const batched: Mutation[] = []
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
      const mutation = mutationOf({ database, turns, now }, endpoint, parts)
      registerMutation(app, mutation)
      if (endpoint.batch !== undefined) batched.push(mutation)
    },
    batched: () => batched,
  })
  registerMethodsNotAllowed(app, methods)
}
