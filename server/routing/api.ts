import type { FastifyInstance } from 'fastify'
import type { Endpoint, Method } from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import type { Handler } from './call.ts'
import { type Mutation, type MutationParts, mutationOf } from './mutation.ts'
import { registerMethodsNotAllowed, registerMutation, registerPlain } from './register.ts'
import { turnsOf } from './turns.ts'

/**
 * How a feature says which of the contract's calls it answers:
 *
 *     export const customerRoutes = ({ route }: Api, service: CustomerService) => {
 *       route(customers.get, ({ params, user }) => service.get(user, params.id))
 *     }
 *
 * Path, validation, access, reply schema and documentation come from the endpoint. Everything is under `/api/`.
 */
export type Api = {
  route: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void
  /**
   * A keyed change (`repeat: 'keyed'`): done once for its Idempotency-Key, in one transaction with the reply that is
   * kept. See plugins/idempotency.ts; of a trolly, see trolly-mutation.ts.
   */
  mutation: <E extends Endpoint, Subject = undefined, Context = undefined>(
    endpoint: E,
    parts: MutationParts<E, Subject, Context>,
  ) => Mutation
}

export type ApiParts = {
  database: Database
  /** The clock that new versions of things are dated by. */
  now: () => Date
}

/** Collects the calls that `define` names, then gives every path the answer 405 for methods that it does not take. */
export const defineApi = (
  app: FastifyInstance,
  { database, now }: ApiParts,
  define: (api: Api) => void,
): void => {
  const turns = turnsOf({ connections: database.$client.options.max })
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
      return mutation
    },
  })
  registerMethodsNotAllowed(app, methods)
}
