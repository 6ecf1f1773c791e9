import type { OperationsBody, OperationsReply } from '#contract/operations.ts'
import type { Caller } from '#server/routing/caller.ts'
import type { Mutation } from '#server/routing/mutation.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { refusalOf } from '#server/routing/refusal-of.ts'
import { matcherOf, type Target } from './inner-call.ts'

/**
 * Several changes, in order. Each runs as a call of its own, with its key, transaction and kept reply. A batch with a
 * call that may not be in one is refused before the first runs.
 */
export type OperationsService = {
  /** @throws Refusal `invalid_request`, naming the operation at fault */
  run: (user: Caller, body: OperationsBody) => Promise<OperationsReply>
}

export type OperationsParts = {
  mutations: readonly Mutation[]
  onFault: (error: unknown) => void
}

type Operation = OperationsBody['operations'][number]
type Result = OperationsReply['results'][number]
type Planned = { operation: Operation; mutation: Mutation; target: Target }

export const operationsService = ({ mutations, onFault }: OperationsParts): OperationsService => {
  const known = mutations.map((mutation) => ({ mutation, match: matcherOf(mutation.endpoint) }))

  const plan = (operation: Operation): Planned | undefined => {
    for (const { mutation, match } of known) {
      const target = match(operation.method, operation.path)
      if (target !== undefined) return { operation, mutation, target }
    }
    return undefined
  }

  return {
    run: async (user, { operations }) => {
      const planned = requireBatch(operations, operations.map(plan))
      const results: Result[] = []
      let stopped = false
      for (const { operation, mutation, target } of planned) {
        if (stopped) {
          results.push(resultOf(operation, new Refusal('not_run')))
          continue
        }
        const { result, goesOn } = await runOne(user, operation, mutation, target)
        results.push(result)
        stopped = !goesOn || (mutation.endpoint.batch === 'begins' && result.status >= 400)
      }
      return { results }
    },
  }

  async function runOne(
    user: Caller,
    operation: Operation,
    { run }: Mutation,
    { params, query }: Target,
  ): Promise<{ result: Result; goesOn: boolean }> {
    const { method, path: url, headers, body: bodyText } = operation
    const [key, ifMatch] = [headers['idempotency-key'], headers['if-match']]
    try {
      const { status, body, kept, refusal } = await run({
        user,
        key,
        method,
        url,
        params,
        query,
        ifMatch,
        bodyText,
      })
      const result = { key, status, body, ...waitOf(refusal) }
      // A key reused for something else stays so; other replies that are not kept may change.
      return { result, goesOn: kept || refusal?.code === 'key_reused' }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === undefined) onFault(error)
      return { result: resultOf(operation, refusal ?? new Refusal('internal')), goesOn: false }
    }
  }
}

const resultOf = ({ headers }: Operation, refusal: Refusal): Result => ({
  key: headers['idempotency-key'],
  status: refusal.status,
  body: JSON.stringify(refusal.reply),
  ...waitOf(refusal),
})

const waitOf = (refusal: Refusal | undefined): Pick<Result, 'retryAfterSeconds'> => {
  const wait = refusal?.parts.retryAfterSeconds
  return wait === undefined ? {} : { retryAfterSeconds: wait }
}

/** Known calls under distinct keys. */
function requireBatch(
  operations: readonly Operation[],
  planned: readonly (Planned | undefined)[],
): Planned[] {
  const keys = new Set<string>()
  return planned.map((call, index) => {
    const key = operations[index]?.headers['idempotency-key'].toLowerCase() ?? ''
    if (keys.has(key)) throw fault(index, 'headers/idempotency-key', 'is the key of an earlier operation')
    keys.add(key)
    if (call === undefined) throw fault(index, 'path', 'is not a change that can be one of several')
    return call
  })
}

const fault = (index: number, path: string, message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: `body/operations/${index}/${path}`, message }] })
