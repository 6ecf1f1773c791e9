import { Stack, useComputedColorScheme } from '@mantine/core'
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import type { Appearance, Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { moneyText } from '#domain/money.ts'
import { Button } from '#src/ui/action/button.tsx'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import { LoadingRows, RowSkeleton } from '#src/ui/list/row-skeleton.tsx'
import { Banner } from '#src/ui/status/banner.tsx'
import { FailedState } from '#src/ui/status/failed-state.tsx'

export type CardFormProps = {
  cardKey: string
  clientSecret: string
  amountPence: number
  /** Why the last attempt failed, which the page around it shows. */
  failure: string | null
  /** Asks the server for the state of the payment, which it alone knows. */
  onTried: () => Promise<unknown>
}

/** Stripe's own form, in frames of its own: card numbers never pass through our pages. */
export function CardForm(props: CardFormProps) {
  const scheme = useComputedColorScheme('light')
  const { stripe, failed, retry } = useStripeScript(props.cardKey)
  const appearance = useMemo(() => appearanceOf(scheme), [scheme])
  const [attempt, setAttempt] = useState(0)
  if (failed) return <FailedState words={NOT_LOADED} onRetry={retry} />
  if (!stripe) return <LoadingRows count={2} skeleton={<RowSkeleton />} />
  return (
    <Elements
      key={attempt}
      stripe={stripe}
      options={{ clientSecret: props.clientSecret, appearance, locale: 'en-GB' }}
    >
      <Fields {...props} onRetry={() => setAttempt(attempt + 1)} />
    </Elements>
  )
}

const NOT_LOADED = 'We couldn’t load the card form. Check your connection, then try again.'
const NO_ANSWER =
  'We couldn’t reach the card service. Check your connection, then try again. You will not be charged twice.'

function Fields({ amountPence, failure, onTried, onRetry }: CardFormProps & { onRetry: () => void }) {
  const stripe = useStripe()
  const elements = useElements()
  const [ready, setReady] = useState(false)
  const [failed, setFailed] = useState(false)
  const [paying, setPaying] = useState(false)
  const [declined, setDeclined] = useState<string>()

  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (!stripe || !elements || paying) return
    setPaying(true)
    setDeclined(undefined)
    const unlock = lockUserAction()
    try {
      const { error } = await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: window.location.href.replace(/[?#].*$/, '') },
        redirect: 'if_required',
      })
      if (error) setDeclined(error.message ?? 'The payment did not go through.')
      // After any other error too: another tab may have paid, or Stripe's answer was lost.
      if (error?.type !== 'validation_error') await onTried()
    } catch {
      setDeclined(NO_ANSWER)
      await onTried()
    } finally {
      unlock()
      setPaying(false)
    }
  }

  // Stripe refuses to draw a form for what was paid or closed meanwhile, which our server knows.
  const retry = async () => {
    await onTried()
    onRetry()
  }
  if (failed) return <FailedState words={NOT_LOADED} onRetry={retry} />
  return (
    <Stack component="form" gap={16} onSubmit={pay}>
      {declined && declined !== failure ? (
        <Banner tone="red" inset>
          {declined}
        </Banner>
      ) : null}
      <PaymentElement onReady={() => setReady(true)} onLoadError={() => setFailed(true)} />
      <Button type="submit" variant="filled" fullWidth loading={paying} disabled={!ready}>
        {`Pay ${moneyText(amountPence)}`}
      </Button>
    </Stack>
  )
}

/** The page's own colours, which a frame of another origin cannot read. */
const appearanceOf = (scheme: 'light' | 'dark'): Appearance => {
  const { color, backgroundColor, fontFamily } = getComputedStyle(document.body)
  return {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: { colorText: color, colorBackground: backgroundColor, fontFamily, borderRadius: '6px' },
  }
}

/** Stripe requires that its script comes from its own address, and it watches for fraud from when it is loaded: only here. */
const useStripeScript = (cardKey: string) => {
  const [loaded, setLoaded] = useState<Stripe | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = attempt >= 0
    loadStripe(cardKey)
      .catch(() => null)
      .then((stripe) => {
        if (isCurrent) setLoaded(stripe ?? 'failed')
      })
    return () => {
      isCurrent = false
    }
  }, [cardKey, attempt])
  return {
    stripe: loaded === 'failed' ? undefined : loaded,
    failed: loaded === 'failed',
    retry: () => {
      setLoaded(undefined)
      setAttempt((before) => before + 1)
    },
  }
}
