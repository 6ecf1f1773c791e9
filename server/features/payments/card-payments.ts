import Stripe from 'stripe'
import { validate as isUuid } from 'uuid'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/routing/refusal.ts'

/**
 * Stripe, as much of it as we use. Amounts are pence. Every call that charges or refunds carries a key made of the order's
 * id, so that repeating it after a lost reply does nothing twice.
 */
export type CardPayments = {
  /** Creates the order's intent, or finds it. */
  begin: (order: { id: string; orderNo: number; amountPence: number }) => Promise<Intent>
  find: (intentId: string) => Promise<Intent>
  /** @returns the intent as it is then: paid, if that came first; open, while a bank is still deciding */
  cancel: (intentId: string) => Promise<Intent>
  /** Refunds what was paid. What has gone back already, by whatever hand, counts. */
  refund: (payment: { orderId: string; intentId: string }) => Promise<void>
  /** @throws Refusal `invalid_request` for an event that Stripe did not sign, or signed long ago */
  readEvent: (body: Buffer, signature: string) => CardEvent | undefined
}

export type Intent = {
  id: string
  /** Undefined if it was not made for an order of ours. */
  orderId: string | undefined
  amountPence: number
  isPaid: boolean
  /** Nobody can pay it any more. */
  isCancelled: boolean
  clientSecret: string
  /** Why the last card was declined. */
  failure: string | null
}

export type CardEvent = { kind: 'succeeded' | 'failed'; intent: Intent }

const TIMEOUT_MS = 10_000
const CURRENCY = 'gbp'
/** Refunded, or charged back by the person's bank. */
const ALREADY_BACK: readonly (string | undefined)[] = ['charge_already_refunded', 'charge_disputed']
const REFUND_FAILED: readonly (string | null)[] = ['failed', 'canceled']
const EVENTS: Record<string, CardEvent['kind']> = {
  'payment_intent.succeeded': 'succeeded',
  'payment_intent.payment_failed': 'failed',
}

/** Undefined where no keys are configured: cards are not offered then. */
export const cardPaymentsOf = ({
  stripeSecretKey,
  stripeWebhookSecret,
  stripeApiUrl,
}: Pick<Config, 'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeApiUrl'>): CardPayments | undefined => {
  if (stripeSecretKey === undefined || stripeWebhookSecret === undefined) return undefined
  const stripe = new Stripe(stripeSecretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(stripeApiUrl !== undefined && addressOf(stripeApiUrl)),
  })

  const find = async (intentId: string) =>
    intentOf(await asking(() => stripe.paymentIntents.retrieve(intentId)))

  return {
    find,

    begin: async ({ id, orderNo, amountPence }) => {
      const created = await asking(() =>
        stripe.paymentIntents.create(
          {
            amount: amountPence,
            currency: CURRENCY,
            automatic_payment_methods: { enabled: true },
            description: `Order ${orderNo}`,
            metadata: { order_id: id },
          },
          { idempotencyKey: `pay-${id}` },
        ),
      )
      return intentOf(created)
    },

    cancel: async (intentId) => {
      try {
        return intentOf(await stripe.paymentIntents.cancel(intentId))
      } catch (error) {
        // Paid or cancelled already.
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return await find(intentId)
        throw asRefusal(error)
      }
    },

    refund: async ({ orderId, intentId }) => {
      try {
        const { id, status } = await stripe.refunds.create(
          { payment_intent: intentId },
          { idempotencyKey: `refund-${orderId}` },
        )
        if (REFUND_FAILED.includes(status)) throw new Error(`Stripe's refund ${id} is ${status}.`)
      } catch (error) {
        // Stripe forgets a key after a day, and somebody may have refunded by hand.
        if (error instanceof Stripe.errors.StripeError && ALREADY_BACK.includes(error.code)) return
        throw asRefusal(error)
      }
    },

    readEvent: (body, signature) => {
      try {
        const { type, data } = stripe.webhooks.constructEvent(body, signature, stripeWebhookSecret)
        const kind = EVENTS[type]
        return kind && { kind, intent: intentOf(data.object as Stripe.PaymentIntent) }
      } catch {
        // The library throws its own error for most wrong signatures and any error for the others.
        throw new Refusal('invalid_request', {
          errors: [{ path: 'headers/stripe-signature', message: 'must be of the event' }],
        })
      }
    },
  }
}

function addressOf(text: string) {
  const { protocol, hostname, port } = new URL(text)
  return { protocol: protocol === 'http:' ? ('http' as const) : ('https' as const), host: hostname, port }
}

const intentOf = ({
  id,
  metadata,
  amount,
  currency,
  status,
  client_secret,
  last_payment_error,
}: Stripe.PaymentIntent): Intent => ({
  id,
  orderId: currency === CURRENCY && isUuid(metadata.order_id) ? metadata.order_id : undefined,
  amountPence: amount,
  isPaid: status === 'succeeded',
  isCancelled: status === 'canceled',
  clientSecret: client_secret ?? '',
  failure: last_payment_error?.message ?? null,
})

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw asRefusal(error)
  }
}

/** Its words may name our account, so they are for the log alone. */
const asRefusal = (error: unknown): unknown =>
  error instanceof Stripe.errors.StripeError
    ? Object.assign(new Refusal('card_provider_failed'), { cause: error })
    : error
