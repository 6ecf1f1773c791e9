import { trollies } from '#contract/trollies.ts'
import type { Operation } from '#domain/trollies/operation.ts'
import type { Call } from '#src/sync/engine/noun.ts'

type Calls = {
  [Kind in Operation['kind']]: (operation: Extract<Operation, { kind: Kind }>, id: string) => Call
}

const CALLS: Calls = {
  create: ({ customerId, trollyId, details }) => ({
    endpoint: trollies.create,
    body: { id: trollyId, customerId, ...details },
  }),
  add: ({ product_no, quantity, seenPricePence, toPresent }, id) => ({
    endpoint: trollies.addItem,
    params: { id },
    body: { product_no, quantity, seenPricePence },
    ...(toPresent ? { ifMatch: '*' } : {}),
  }),
  set: ({ product_no, quantity, seenPricePence }, id) => ({
    endpoint: trollies.setItem,
    params: { id, productNo: product_no },
    body: { quantity, seenPricePence },
  }),
  remove: ({ product_no }, id) => ({ endpoint: trollies.removeItem, params: { id, productNo: product_no } }),
  terms: ({ kind: _, product_no, ...body }, id) => ({
    endpoint: trollies.setTerms,
    params: { id, productNo: product_no },
    body,
  }),
  details: ({ changes }, id) => ({ endpoint: trollies.update, params: { id }, body: changes }),
  delete: (_, id) => ({ endpoint: trollies.remove, params: { id } }),
  checkout: ({ kind: _, ...body }, id) => ({ endpoint: trollies.checkout, params: { id }, body }),
}

export const callOf = (operation: Operation, id: string): Call =>
  CALLS[operation.kind](operation as never, id)
