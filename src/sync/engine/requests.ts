import { ApiHeaders, pathOf } from '#contract/endpoint.ts'
import { operations } from '#contract/operations.ts'
import { idOfLane, type OutboxRecord, type StoredRequest } from '#domain/outbox/record.ts'
import type { Noun } from './noun.ts'

export const buildRequest = (
  noun: Pick<Noun, 'call'>,
  {
    lane,
    opId,
    operation,
    expectedVersion,
  }: Pick<OutboxRecord, 'lane' | 'opId' | 'operation' | 'expectedVersion'>,
): StoredRequest => {
  const { endpoint, params, query, body, ifMatch } = noun.call(operation, idOfLane(lane))
  const seen = ifMatch ?? (expectedVersion === null ? undefined : `"${expectedVersion}"`)
  return {
    method: endpoint.method as StoredRequest['method'],
    path: pathOf(endpoint, params ?? {}, query),
    headers: { [ApiHeaders.idempotencyKey]: opId, ...(seen ? { [ApiHeaders.ifMatch]: seen } : {}) },
    body: body === undefined ? '' : JSON.stringify(body),
  }
}

/** The outer bytes do not matter: each inner call carries its key. */
export const buildBatch = (requests: readonly StoredRequest[]): StoredRequest => ({
  method: 'POST',
  path: pathOf(operations.run, {}),
  headers: {},
  body: JSON.stringify({ operations: requests }),
})
