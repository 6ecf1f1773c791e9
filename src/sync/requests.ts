import { type BasketChanged, baskets, type Order } from '#contract/baskets.ts'
import { ApiHeaders, type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { Operation } from '#domain/operations/operation.ts'
import type { OutboxRecord, StoredRequest } from '#domain/operations/outbox-record.ts'

const CALLS: { [Kind in Operation['kind']]: (operation: Extract<Operation, { kind: Kind }>) => Call } = {
  create: ({ customerId, trollyId, details }) => ({
    endpoint: baskets.create,
    body: { id: trollyId, customerId, ...details },
  }),
  add: ({ product_no, quantity, seenPricePence, toPresent }) => ({
    endpoint: baskets.addItem,
    body: { product_no, quantity, seenPricePence },
    ...(toPresent ? { ifMatch: '*' } : {}),
  }),
  set: ({ product_no, quantity, seenPricePence }) => ({
    endpoint: baskets.setItem,
    params: { productNo: product_no },
    body: { quantity, seenPricePence },
  }),
  remove: ({ product_no }) => ({ endpoint: baskets.removeItem, params: { productNo: product_no } }),
  details: ({ changes }) => ({ endpoint: baskets.update, body: changes }),
  delete: () => ({ endpoint: baskets.remove }),
  checkout: ({ kind: _, ...body }) => ({ endpoint: baskets.checkout, body }),
}

type Call = { endpoint: Endpoint; params?: Record<string, string>; body?: unknown; ifMatch?: string }

export const buildRequest = ({
  lane,
  opId,
  operation,
  expectedVersion,
}: Pick<OutboxRecord, 'lane' | 'opId' | 'operation' | 'expectedVersion'>): StoredRequest => {
  const { endpoint, params, body, ifMatch } = CALLS[operation.kind](operation as never)
  const seen = ifMatch ?? (expectedVersion === null ? undefined : `"${expectedVersion}"`)
  return {
    method: endpoint.method as StoredRequest['method'],
    path: pathOf(endpoint, endpoint.params ? { id: lane, ...params } : {}),
    headers: { [ApiHeaders.idempotencyKey]: opId, ...(seen ? { [ApiHeaders.ifMatch]: seen } : {}) },
    body: body === undefined ? '' : JSON.stringify(body),
  }
}

/** The outer bytes do not matter: each inner call carries its key. */
export const buildBatch = (lane: string, requests: readonly StoredRequest[]): StoredRequest => ({
  method: 'POST',
  path: pathOf(baskets.operations, { id: lane }),
  headers: {},
  body: JSON.stringify({ operations: requests }),
})

/** The shape that a credible success must have. */
export const replySchemaOf = (kind: Operation['kind']): Endpoint['reply'] =>
  kind === 'checkout' ? baskets.checkout.reply : baskets.addItem.reply

export type AppliedReply = BasketChanged | Order
