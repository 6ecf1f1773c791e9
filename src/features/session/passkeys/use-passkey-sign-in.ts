import { useEffect, useEffectEvent, useState } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import type { passkeys } from '#contract/passkeys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { findPasskeyWays, type PasskeyWays } from './passkey-ways.ts'

type PasskeyAnswer = BodyOf<(typeof passkeys)['signIn']>

type Asking = {
  /** While the form is on the page. */
  isWanted: boolean
  /** The person has chosen a passkey. */
  onAnswer: (answer: PasskeyAnswer) => Promise<void>
  /** The button could not ask. */
  onFailure: (error: unknown) => void
}

/** Passkeys among the browser's suggestions once the page is idle, or what a button needs where it suggests none. */
export const usePasskeySignIn = ({ isWanted, onAnswer, onFailure }: Asking) => {
  const api = useApi()
  const [ways, setWays] = useState<PasskeyWays>()
  const [isAsking, setAsking] = useState(false)
  const answered = useEffectEvent(onAnswer)
  useEffect(() => {
    void findPasskeyWays().then(setWays)
  }, [])
  const isOffered = isWanted && ways?.signIn === 'autofill'
  useEffect(() => {
    if (!isOffered) return
    const stop = new AbortController()
    const offer = async () => {
      const { offerPasskeys } = await import('./ask-for-passkey.ts')
      // Another one may follow an answer that was refused.
      for (;;) {
        const answer = await offerPasskeys(api, stop.signal)
        if (answer === undefined) return
        await answered(answer)
      }
    }
    // Without it there is still the form.
    const cancel = whenIdle(() => void offer().catch(() => {}))
    return () => {
      cancel()
      stop.abort()
    }
  }, [isOffered, api])

  const ask = async () => {
    setAsking(true)
    try {
      const { askForPasskey } = await import('./ask-for-passkey.ts')
      const answer = await askForPasskey(api)
      if (answer !== undefined) await onAnswer(answer)
    } catch (error) {
      onFailure(error)
    } finally {
      setAsking(false)
    }
  }
  return { ways, isAsking, ask }
}

/** Safari has no idle callback. */
const whenIdle = (act: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(act, 1_000)
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(act)
  return () => cancelIdleCallback(asked)
}
