import { laneOf, OUTBOX_FORMAT } from '#domain/outbox/record.ts'
import type { Operation, QueuedOperation, Refusal, TrollyRecord } from '#domain/trollies/operation.ts'
import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'

/** Name only what matters to a test. */

export const TROLLY = '0190b5a0-0000-7000-8000-000000000001'
const AT = '2026-03-03T09:00:00.000Z'

export const aHead = (parts: Partial<TrollyHead> = {}): TrollyHead => ({
  id: TROLLY,
  customerId: 'C1',
  priceListId: 'TRADE',
  deliveryDay: null,
  poNumber: '',
  instructions: '',
  version: 5,
  detailsVersion: 2,
  state: 'open',
  createdAt: AT,
  updatedAt: AT,
  ...parts,
})

export const aLine = (parts: Partial<TrollyLine> = {}): TrollyLine => ({
  product_no: 'P1',
  quantity: 4,
  version: 3,
  removed: false,
  seenPricePence: 100,
  addedAt: AT,
  ...parts,
})

export const add = (quantity: number, product_no = 'P1', toPresent = false): Operation => ({
  kind: 'add',
  product_no,
  quantity,
  toPresent,
  seenPricePence: 100,
  addedAt: AT,
})
export const set = (quantity: number, product_no = 'P1'): Operation => ({
  kind: 'set',
  product_no,
  quantity,
  seenPricePence: 100,
  addedAt: AT,
})
export const remove = (product_no = 'P1'): Operation => ({ kind: 'remove', product_no })
export const details = (poNumber: string): Operation => ({ kind: 'details', changes: { poNumber } })
export const create = (): Operation => ({
  kind: 'create',
  trollyId: TROLLY,
  customerId: 'C1',
  priceListId: 'TRADE',
  createdAt: AT,
  details: { deliveryDay: null, poNumber: '', instructions: '' },
})
export const checkout = (): Operation => ({
  kind: 'checkout',
  deliveryDay: '2026-03-05',
  lines: [],
  totalPence: 0,
  confirmations: { ageRestricted: false, catchWeight: false },
})
export const deletion: Operation = { kind: 'delete' }

export const queued = (
  seq: number,
  operation: Operation,
  parts: Partial<QueuedOperation> = {},
): QueuedOperation => ({
  seq,
  opId: `op${seq}`,
  operation,
  expectedVersion: null,
  state: 'pending',
  attempts: 0,
  refusal: null,
  ...parts,
})

export const aRecord = (
  seq: number,
  operation: Operation,
  parts: Partial<TrollyRecord> = {},
): TrollyRecord => ({
  ...queued(seq, operation),
  v: OUTBOX_FORMAT,
  lane: laneOf('trolly', TROLLY),
  request: null,
  nextAttemptAt: 0,
  notBefore: 0,
  createdAt: 0,
  ...parts,
})

/** A 412 that shows another quantity on the server. */
export const standing = (quantity: number, version: number): Refusal => ({
  code: 'version_mismatch',
  message: 'Changed meanwhile',
  status: 412,
  line: { quantity, version, removed: quantity === 0 },
  head: aHead(),
})
