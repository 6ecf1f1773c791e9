import type { OperationsBody, OperationsReply } from '#contract/operations.ts'
import type { Api, BatchedCall } from '#server/routing/api.ts'
import type { MutationRequest } from '#server/routing/mutation.ts'
import { Refusal, refusalOf } from '#server/routing/refusal.ts'

/**
 * Several changes, in order. Each runs as a call of its own, with its key, transaction and kept reply. A batch with a
 * call that may not be in one is refused before the first runs.
 */
export type OperationsService = {
  /** @throws Refusal `invalid_request`, naming the operation at fault */
  run: (sender: Sender, body: OperationsBody) => Promise<OperationsReply>
}

type Sender = Pick<MutationRequest, 'user' | 'epoch'>

export type OperationsParts = {
  findBatched: Api['findBatched']
  onFault: (error: unknown) => void
}

type Operation = OperationsBody['operations'][number]
type Result = OperationsReply['results'][number]
type Planned = { operation: Operation; call: BatchedCall }

export const operationsService = ({ findBatched, onFault }: OperationsParts): OperationsService => {
  const runOne = async (
    sender: Sender,
    { operation, call: { mutation, params, query } }: Planned,
  ): Promise<{ result: Result; goesOn: boolean }> => {
    const { method, path: url, headers, body: bodyText } = operation
    const [key, ifMatch] = [headers['idempotency-key'], headers['if-match']]
    try {
      const request = { ...sender, key, method, url, params, query, ifMatch, bodyText }
      const { status, body, kept, refusal } = await mutation.run(request)
      const result = { key, status, body, ...waitOf(refusal) }
      const endsBatch = mutation.endpoint.batch === 'begins' && status >= 400
      // A key reused for something else stays so; other replies that are not kept may change.
      return { result, goesOn: !endsBatch && (kept || refusal?.code === 'key_reused') }
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === undefined) onFault(error)
      return { result: resultOf(operation, refusal ?? new Refusal('internal')), goesOn: false }
    }
  }

  return {
    run: async (sender, { operations }) => {
      const planned = requireBatch(operations, findBatched)
      const results: Result[] = []
      let isStopped = false
      for (const each of planned) {
        if (isStopped) {
          results.push(resultOf(each.operation, new Refusal('not_run')))
          continue
        }
        const { result, goesOn } = await runOne(sender, each)
        results.push(result)
        isStopped = !goesOn
      }
      return { results }
    },
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
function requireBatch(operations: readonly Operation[], findBatched: Api['findBatched']): Planned[] {
  const keys = new Set<string>()
  return operations.map((operation, index) => {
    const key = operation.headers['idempotency-key'].toLowerCase()
    if (keys.has(key)) throw fault(index, 'headers/idempotency-key', 'is the key of an earlier operation')
    keys.add(key)
    const call = findBatched(operation.method, operation.path)
    if (call === undefined) throw fault(index, 'path', 'is not a change that can be one of several')
    return { operation, call }
  })
}

const fault = (index: number, path: string, message: string): Refusal =>
  new Refusal('invalid_request', { errors: [{ path: `body/operations/${index}/${path}`, message }] })
