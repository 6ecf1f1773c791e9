import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

/**
 * The part of Stripe that we use, over HTTP: payment intents, refunds, idempotency keys and signed events. Its ledger shows what
 * was charged and refunded.
 */
export type StandInStripe = {
  url: string
  config: {
    stripeSecretKey: string
    stripePublishableKey: string
    stripeWebhookSecret: string
    stripeApiUrl: string
  }
  /**
   * Pays or declines, as the browser's script would.
   * @returns the event that Stripe then sends
   */
  pay: (intentId: string, card?: 'good' | 'declined') => SignedEvent
  intents: () => StandInIntent[]
  refunded: () => string[]
  /** How many times each intent was charged. */
  charges: () => ReadonlyMap<string, number>
  /** `lost`: the next requests are carried out and their replies lost; `down`: they are not carried out. */
  fail: (how: 'lost' | 'down', times: number) => void
  /** How the next refund ends: the bank has taken the money back, or it could not be sent. */
  nextRefund: (how: 'charge_disputed' | 'failed') => void
  /** A day passes, after which keys are not known any more. */
  forgetKeys: () => void
  sign: (event: unknown, secret?: string) => SignedEvent
  /** Where the events of the browser's payments go; nowhere until set. */
  deliverTo: (url: string | undefined) => void
  close: () => Promise<void>
}

export type SignedEvent = { payload: string; signature: string }
export type StandInIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  /** `processing`: a bank is still deciding, so it can be neither paid nor cancelled. */
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled'
  client_secret: string
  metadata: Record<string, string>
  last_payment_error: { message: string } | null
}

type Reply = { status: number; body: unknown }

/** Stripe's own test card that is always declined. */
export const DECLINED_CARD = '4000000000000002'
export const GOOD_CARD = '4242424242424242'

const KEYS = {
  stripeSecretKey: 'sk_test_standin',
  stripePublishableKey: 'pk_test_standin',
  stripeWebhookSecret: 'whsec_standin',
}

/** @param options.aheadMs by which the server's clock is ahead of this process's: a signature is only good for minutes. */
export const startStandInStripe = async ({ aheadMs = 0 } = {}): Promise<StandInStripe> => {
  const intents = new Map<string, StandInIntent>()
  const charges = new Map<string, number>()
  const refunded: string[] = []
  const replies = new Map<string, Reply>()
  let failure: { how: 'lost' | 'down'; times: number } = { how: 'down', times: 0 }
  let nextRefund: 'charge_disputed' | 'failed' | undefined
  let events = 0
  let webhookUrl: string | undefined
  const { webhooks } = new Stripe(KEYS.stripeSecretKey)

  const sign = (event: unknown, secret = KEYS.stripeWebhookSecret): SignedEvent => {
    const payload = JSON.stringify(event)
    const timestamp = Math.floor((Date.now() + aheadMs) / 1_000)
    return { payload, signature: webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }
  const eventOf = (type: string, intent: StandInIntent): SignedEvent => {
    events += 1
    return sign({ id: `evt_${events}`, object: 'event', type, data: { object: intent } })
  }

  const pay: StandInStripe['pay'] = (intentId, card = 'good') => {
    const intent = demand(intents.get(intentId), intentId)
    if (card === 'declined') {
      intent.last_payment_error = { message: 'Your card was declined.' }
      return eventOf('payment_intent.payment_failed', intent)
    }
    if (intent.status !== 'requires_payment_method') throw new Error(`${intentId} is ${intent.status}`)
    intent.status = 'succeeded'
    charges.set(intentId, (charges.get(intentId) ?? 0) + 1)
    return eventOf('payment_intent.succeeded', intent)
  }

  const create = (form: URLSearchParams): Reply => {
    const id = `pi_${intents.size + 1}`
    const intent: StandInIntent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      client_secret: `${id}_secret_x`,
      metadata: { order_id: form.get('metadata[order_id]') ?? '' },
      last_payment_error: null,
    }
    intents.set(id, intent)
    return { status: 200, body: intent }
  }

  /** What Stripe's script requests when somebody presses Pay. */
  const confirm = (intent: StandInIntent, card: string): Reply => {
    if (intent.status !== 'requires_payment_method') return refusal('payment_intent_unexpected_state')
    const event = pay(intent.id, card === DECLINED_CARD ? 'declined' : 'good')
    if (webhookUrl !== undefined)
      void fetch(webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': event.signature },
        body: event.payload,
      }).catch(() => {})
    if (card !== DECLINED_CARD) return { status: 200, body: intent }
    const error = { type: 'card_error', code: 'card_declined', message: intent.last_payment_error?.message }
    return { status: 402, body: { error } }
  }

  const answer = (method: string, path: string, form: URLSearchParams): Reply => {
    if (method === 'POST' && path === '/v1/payment_intents') return create(form)
    if (method === 'POST' && path === '/v1/refunds') {
      const id = form.get('payment_intent') ?? ''
      if (intents.get(id)?.status !== 'succeeded') return refusal('charge_not_found')
      if (refunded.includes(id)) return refusal('charge_already_refunded')
      const how = nextRefund
      nextRefund = undefined
      if (how === 'charge_disputed') return refusal(how)
      if (how === undefined) refunded.push(id)
      return { status: 200, body: { id: `re_${id}`, object: 'refund', status: how ?? 'succeeded' } }
    }
    const [, id = '', act] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const intent = intents.get(id)
    if (intent === undefined) return { ...refusal('resource_missing'), status: 404 }
    if (act === 'confirm') return confirm(intent, form.get('card') ?? '')
    if (act === 'cancel') {
      if (intent.status !== 'requires_payment_method') return refusal('payment_intent_unexpected_state')
      intent.status = 'canceled'
    }
    return { status: 200, body: intent }
  }

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await textOf(request))
    const fails = failure.times > 0
    failure.times -= fails ? 1 : 0
    if (fails && failure.how === 'down') return request.socket.destroy()
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? replies.get(key) : undefined
    const reply = known ?? answer(request.method ?? '', request.url ?? '', form)
    if (typeof key === 'string') replies.set(key, reply)
    if (fails) return request.socket.destroy()
    return send(response, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    config: { ...KEYS, stripeApiUrl: url },
    pay,
    intents: () => [...intents.values()],
    refunded: () => refunded,
    charges: () => charges,
    fail: (how, times) => {
      failure = { how, times }
    },
    nextRefund: (how) => {
      nextRefund = how
    },
    forgetKeys: () => replies.clear(),
    sign,
    deliverTo: (to) => {
      webhookUrl = to
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const refusal = (code: string): Reply => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', code, message: code } },
})

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const send = (response: ServerResponse, { status, body }: Reply): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function demand<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`No ${name}`)
  return found
}
