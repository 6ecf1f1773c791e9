import { Text } from '@mantine/core'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import type { TrollyView } from '#domain/trollies/view.ts'
import { Button } from '#src/ui/action/button.tsx'
import { leadTo } from '#src/ui/lead-to.ts'
import { Money } from '#src/ui/status/money.tsx'

export type PlaceButtonProps = {
  checkout: TrollyView['checkout']
  hasReview: boolean
  reached: boolean
  loading: boolean
  /** A waiting order's cut-off has passed. */
  isTooLate: boolean
  /** The id of the problems that stop the order. */
  blockedBy: string | undefined
  /** The order changes one that was placed. */
  updates: boolean
  /** The button shows it on a phone, where nothing beside it does. */
  totalText?: string | undefined
  onPlace: () => void
  onSeeResult: () => void
}

/** Once pressed it leads to the result and never places the order twice. */
export function PlaceButton(props: PlaceButtonProps) {
  const { checkout, hasReview, reached, loading, isTooLate, blockedBy, updates, onPlace, onSeeResult } = props
  // The foot's status says it to screen readers.
  const total = props.totalText ? <TotalInButton>{props.totalText}</TotalInButton> : null
  if (checkout !== 'none')
    return (
      <Button
        variant={checkout === 'refused' ? 'filled' : 'default'}
        fullWidth
        onClick={onSeeResult}
        loading={loading}
      >
        {hasReview ? 'See what changed' : isTooLate ? 'Not placed' : STATE_WORDS[checkout]}
        {total}
      </Button>
    )
  return (
    <Button
      variant="filled"
      fullWidth
      onClick={onPlace}
      loading={loading}
      disabled={blockedBy !== undefined}
      aria-describedby={blockedBy}
      onBlocked={() => leadTo(blockedBy)}
    >
      {`${updates ? 'Update' : 'Place'} order${reached ? '' : ' when back online'}`}
      {total}
    </Button>
  )
}

function TotalInButton({ children }: { children: string }) {
  return (
    <Text span inherit ms="auto" ps={12} aria-hidden="true">
      <Money>{children}</Money>
    </Text>
  )
}

const STATE_WORDS = {
  queued: 'Not placed yet',
  underWay: 'Being placed',
  refused: 'See why it wasn’t placed',
} as const

/**
 * The result shows at the top while the button is at the foot: scrolls to each new state until the user does something
 * else. @param part shows the state and takes the focus, so it needs a `tabIndex` @returns `pressed` for the order's
 * button, `bring` to scroll there on request
 */
export const useBroughtIntoView = (
  part: RefObject<HTMLElement | null>,
  state: 'none' | 'queued' | 'underWay' | 'refused',
): { pressed: () => void; bring: () => void } => {
  const follows = useRef(false)
  const brought = useRef(state)

  const bring = useCallback(() => {
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'start' })
  }, [part])

  useEffect(() => {
    const goOn = () => {
      follows.current = false
    }
    for (const event of GOES_ON) window.addEventListener(event, goOn, { passive: true, capture: true })
    return () => {
      for (const event of GOES_ON) window.removeEventListener(event, goOn, { capture: true })
    }
  }, [])

  useEffect(() => {
    if (brought.current === state) return
    const arrive = () => {
      brought.current = state
      if (follows.current && state !== 'none') bring()
    }
    if (state === 'refused' || state === 'none') return arrive()
    const timer = setTimeout(arrive, PASSES_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [state, bring])

  const pressed = useCallback(() => {
    follows.current = true
  }, [])
  return { pressed, bring }
}

const GOES_ON = ['pointerdown', 'keydown', 'wheel'] as const
/** Online an order is usually answered within this, so the page need not move. */
const PASSES_WITHIN_MS = 300
