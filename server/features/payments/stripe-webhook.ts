import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { headerOf } from '#server/routing/register.ts'
import type { CardPayments } from './card-payments.ts'
import { settleFailed, settlePaid } from './settle.ts'

export const STRIPE_WEBHOOK_PATH = '/api/payment/stripe-webhook'

const BODY_LIMIT_BYTES = 512 * 1024

/**
 * Stripe's own call, so not one of the contract: its signature is over the body's bytes. An event that cannot be settled
 * now is a 5xx, upon which Stripe sends it again for three days; one that is no order's is accepted and logged.
 */
export const stripeWebhook = async (
  app: FastifyInstance,
  { database, cards, now }: { database: Database; cards: CardPayments; now: () => Date },
): Promise<void> => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) => bytes)
  app.route({
    method: 'POST',
    url: STRIPE_WEBHOOK_PATH,
    bodyLimit: BODY_LIMIT_BYTES,
    schema: { hide: true },
    handler: async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = cards.readEvent(body, headerOf(request, 'stripe-signature') ?? '')
      if (event === undefined) return { received: true }
      const { kind, intent } = event
      const isOurs =
        kind === 'succeeded'
          ? await settlePaid(database, intent, now())
          : await settleFailed(database, intent, now())
      if (!isOurs) request.log.warn({ intentId: intent.id }, 'a payment of no order')
      return { received: true }
    },
  })
}
