import { operations } from '#contract/operations.ts'
import { type BasketChanged, BasketCheckedOut, trollies } from '#contract/trollies.ts'
import { OPERATIONS_MAX } from '#domain/outbox/lane.ts'
import { intoDecision, rebase } from '#domain/outbox/rebase.ts'
import { laneOf } from '#domain/outbox/record.ts'
import { rulesFor, subjectOf } from '#domain/outbox/rules.ts'
import { queueOf, type Relay, requestsCheck } from '#domain/relay/relay.ts'
import { RelayUnreadable } from '#domain/relay/unreadable.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { type Operation, type QueuedOperation, TROLLY } from '#domain/trollies/operation.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { readReply } from '#src/api/read-reply.ts'
import { outcomeOf } from '#src/sync/engine/reply-table.ts'
import { buildRequest } from '#src/sync/engine/requests.ts'
import { callOf } from '#src/sync/trollies/calls.ts'
import { trollyNoun } from '#src/sync/trollies/noun.ts'
import { versionsMoved } from '#src/sync/trollies/settle.ts'

/** What became of a relay. The phone that it came from learns the same when it sends its own copy. */
export type Carried = {
  /** Placed now or before; undefined where it asks for no order, or could not be placed. */
  orderNo: string | undefined
  /** Changes that the server refused, each once. The first phone asks its owner about them. */
  refused: { operation: Operation; message: string }[]
  /** An order that was not sent, because something before it was refused. */
  isOrderKept: boolean
}

const RELAYED_KINDS: readonly string[] = ['create', 'add', 'set', 'remove', 'details', 'terms', 'checkout']

/**
 * Whether this build would send what the first phone would, byte for byte: the keys make one change of both only then.
 * @throws RelayUnreadable
 */
export const requireCarriable = (relay: Relay): void => {
  const requests = relay.operations.map(({ operation, ...rest }) => {
    if (!RELAYED_KINDS.includes(operation.kind)) throw new RelayUnreadable('newer')
    if (operation.kind === 'create' && operation.trollyId !== relay.trollyId)
      throw new RelayUnreadable('damaged')
    try {
      const { endpoint, body } = callOf(operation, relay.trollyId)
      if (endpoint.body && readReply(endpoint.body, body) === undefined) throw new RelayUnreadable('damaged')
      return buildRequest(trollyNoun, { lane: laneOf(TROLLY, relay.trollyId), operation, ...rest })
    } catch {
      throw new RelayUnreadable('damaged')
    }
  })
  if (requestsCheck(requests) !== relay.check) throw new RelayUnreadable('newer')
}

/**
 * Sends another phone's waiting changes, with this person's session and under the keys of that phone. Nothing is stored here: if it
 * ends halfway, it may be done again, and the first phone sends whatever is missing.
 * @throws RelayUnreadable before anything is sent; ApiError where the server cannot be reached or does not answer
 */
export const carry = async (api: ApiClient, relay: Relay): Promise<Carried> => {
  requireCarriable(relay)
  const carried: Carried = { orderNo: undefined, refused: [], isOrderKept: false }
  let queue = queueOf(relay)
  while (queue.length > 0) {
    const together = nextTogether(queue)
    const [first] = together
    if (!first) return carried
    if (first.operation.kind === 'checkout') {
      if (carried.refused.length > 0) return { ...carried, isOrderKept: true }
      const placed = await placeOrder(api, relay, first)
      if ('message' in placed) return { ...carried, refused: [{ operation: first.operation, ...placed }] }
      return { ...carried, orderNo: placed.orderNo }
    }
    const sent = await sendTogether(api, relay, together, queue)
    carried.refused.push(...sent.refused)
    if (sent.ended) return { ...carried, orderNo: sent.orderNo }
    queue = sent.rest
  }
  return carried
}

const nextTogether = (queue: readonly QueuedOperation[]): QueuedOperation[] => {
  const together: QueuedOperation[] = []
  const subjects = new Set<string>()
  for (const queued of queue) {
    const subject = subjectOf(OPERATION_KINDS, queued.operation)
    const { goesAlone, begins } = rulesFor(OPERATION_KINDS, queued.operation) ?? {}
    // A trolly that exists already is refused, and then the rest of its batch would not run.
    const isLast = goesAlone || begins || subjects.has(subject)
    if (together.length > 0 && (isLast || together.length === OPERATIONS_MAX)) break
    together.push(queued)
    subjects.add(subject)
    if (isLast) break
  }
  return together
}

type Sent = {
  refused: Carried['refused']
  rest: QueuedOperation[]
  /** The trolly takes no more changes. */
  ended: boolean
  orderNo: string | undefined
}

const sendTogether = async (
  api: ApiClient,
  relay: Relay,
  together: readonly QueuedOperation[],
  queue: readonly QueuedOperation[],
): Promise<Sent> => {
  const lane = laneOf(TROLLY, relay.trollyId)
  const { results } = await api.call(operations.run, {
    body: { operations: together.map((queued) => buildRequest(trollyNoun, { lane, ...queued })) as never },
    ...epochOf(relay),
  })
  const sent: Sent = { refused: [], rest: queue.slice(together.length), ended: false, orderNo: undefined }
  for (const queued of together) {
    const { operation, opId } = queued
    const result = results.find(({ key }) => key === opId)
    const shape = callOf(operation, relay.trollyId).endpoint.reply
    const outcome = result && outcomeOf({ ...result, shape, noun: trollyNoun, isMarked: true })
    switch (outcome?.is) {
      case 'applied': {
        const moved = versionsMoved(outcome.reply as BasketChanged)
        const versions = new Map(
          rebase({ rules: OPERATION_KINDS, queue: sent.rest, applied: queued, moved }).map((each) => [
            each.opId,
            each.expectedVersion,
          ]),
        )
        sent.rest = sent.rest.map((each) => ({
          ...each,
          expectedVersion: versions.get(each.opId) ?? each.expectedVersion,
        }))
        break
      }
      case 'gone':
      case 'conflict':
      case 'refused': {
        const { reply, status } = outcome
        const refusal = { code: reply.code, message: reply.message, status }
        const { operation: asks, absorbed } = intoDecision({
          rules: OPERATION_KINDS,
          queue: sent.rest,
          refused: queued,
          refusal,
        })
        if (outcome.is === 'gone' || (operation.kind === 'create' && asks)) {
          const order = (readReply(BasketCheckedOut, reply) as BasketCheckedOut | undefined)?.order
          const orderNo = order?.orderNo
          const refused = order ? [] : [{ operation, message: reply.message }]
          return { refused, rest: [], ended: true, orderNo }
        }
        if (asks) sent.refused.push({ operation, message: reply.message })
        sent.rest = sent.rest.filter((each) => !absorbed.includes(each.opId))
        break
      }
      default:
        throw notAnswered(outcome?.is === 'notRun')
    }
  }
  return sent
}

const placeOrder = async (
  api: ApiClient,
  relay: Relay,
  { opId, operation }: QueuedOperation,
): Promise<{ orderNo: string } | { message: string }> => {
  try {
    const { params, body } = callOf(operation, relay.trollyId)
    const order = await api.call(trollies.checkout, {
      params: params as { id: string },
      body: body as never,
      key: opId,
      ...epochOf(relay),
    })
    return { orderNo: order.orderNo }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const order = (readReply(BasketCheckedOut, error.reply) as BasketCheckedOut | undefined)?.order
    if (order) return { orderNo: order.orderNo }
    const outcome = outcomeOf({
      status: error.status,
      body: JSON.stringify(error.reply ?? null),
      shape: trollies.checkout.reply,
      noun: trollyNoun,
      isMarked: error.code !== 'unexpected_reply',
      retryAfterSeconds: error.retryAfterSeconds,
    })
    if (outcome.is === 'refused' || outcome.is === 'conflict' || outcome.is === 'gone')
      return { message: error.message }
    throw error
  }
}

const epochOf = ({ epoch }: Relay): { epoch?: string } => (epoch === undefined ? {} : { epoch })

const notAnswered = (isRestored: boolean): ApiError =>
  new ApiError(
    isRestored
      ? { status: 424, code: 'epoch_changed', message: RESTORED_MESSAGE }
      : { status: 0, code: 'no_reply', message: NOT_ANSWERED_MESSAGE },
  )

const NOT_ANSWERED_MESSAGE = 'Not everything was answered. Send it again: nothing is ordered twice.'
const RESTORED_MESSAGE =
  'The server was restored from a backup after this trolly was handed over. Its own phone has to send it.'
