import { STRIPE_WEBHOOK_PATH } from '#server/features/payments/stripe-webhook.ts'
import { type StandInStripe, startStandInStripe } from '#tests/support/stand-in-stripe.ts'
import { test as base } from './test.ts'

export { DECLINED_CARD, GOOD_CARD } from '#tests/support/stand-in-stripe.ts'
export { expect } from './test.ts'

/** A journey whose server takes cards. Stripe's API and script are stand-ins; its SDKs, on both sides, are real. */
export const test = base.extend<{ stripe: StandInStripe }>({
  stripe: async ({ aheadMs }, use) => {
    const stripe = await startStandInStripe({ aheadMs })
    await use(stripe)
    await stripe.close()
  },

  serverEnv: async ({ stripe }, use) => {
    const { stripeSecretKey, stripePublishableKey, stripeWebhookSecret, stripeApiUrl } = stripe.config
    await use({
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_PUBLISHABLE_KEY: stripePublishableKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
      STRIPE_API_URL: stripeApiUrl,
    })
  },

  context: async ({ context, stripe, trolly }, use) => {
    stripe.deliverTo(`${trolly.url}${STRIPE_WEBHOOK_PATH}`)
    await context.route('https://js.stripe.com/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `(${standInScript})()` }),
    )
    await context.route('https://api.stripe.com/**', async (route) => {
      const request = route.request()
      const reply = await fetch(request.url().replace('https://api.stripe.com', stripe.url), {
        method: request.method(),
        body: request.postData(),
      })
      await route.fulfill({
        status: reply.status,
        body: await reply.text(),
        headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
      })
    })
    await use(context)
  },
})

/** Runs in the browser: the part of Stripe's script that @stripe/react-stripe-js needs. */
const standInScript = () => {
  const element = () => {
    const handlers = new Map<string, () => void>()
    const input = document.createElement('input')
    return {
      input,
      on: (event: string, handler: () => void) => handlers.set(event, handler),
      off: (event: string) => handlers.delete(event),
      once: (event: string, handler: () => void) => handlers.set(event, handler),
      mount: (room: HTMLElement) => {
        const label = document.createElement('label')
        label.append('Card number ', input)
        input.inputMode = 'numeric'
        room.replaceChildren(label)
        setTimeout(() => handlers.get('ready')?.(), 50)
      },
      update: () => {},
      unmount: () => {},
      destroy: () => input.parentElement?.remove(),
    }
  }
  const elements = ({ clientSecret }: { clientSecret: string }) => {
    let made: ReturnType<typeof element> | undefined
    return {
      clientSecret,
      card: () => made?.input.value.replaceAll(' ', '') ?? '',
      create: () => {
        made = element()
        return made
      },
      getElement: () => made ?? null,
      update: () => {},
      fetchUpdates: async () => ({}),
      submit: async () => ({}),
    }
  }
  const confirmPayment = async ({ elements: of }: { elements: ReturnType<typeof elements> }) => {
    const id = of.clientSecret.split('_secret_')[0]
    try {
      const reply = await fetch(`https://api.stripe.com/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({ card: of.card() }),
      })
      const said = await reply.json()
      return reply.ok ? { paymentIntent: said } : { error: said.error }
    } catch {
      return { error: { type: 'api_connection_error', message: 'Stripe could not be reached.' } }
    }
  }
  const never = async () => ({})
  const stripe = {
    elements,
    confirmPayment,
    createToken: never,
    createPaymentMethod: never,
    confirmCardPayment: never,
    registerAppInfo: () => {},
    _registerWrapper: () => {},
  }
  Object.assign(window, { Stripe: Object.assign(() => stripe, { version: 'stand-in' }) })
}
