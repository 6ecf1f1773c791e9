import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useEffect, useState } from 'react'

/** Stripe requires that its script comes from its own address, and it watches for fraud from when it is loaded: only here. */
export const useStripeScript = (cardKey: string) => {
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
