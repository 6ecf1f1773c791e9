import type { TrollyView } from '#domain/operations/view.ts'
import { Button } from '#src/ui/action/button.tsx'

export type PlaceButtonProps = {
  checkout: TrollyView['checkout']
  hasReview: boolean
  reached: boolean
  loading: boolean
  /** The id of the problems that stop the order. */
  blockedBy: string | undefined
  onPlace: () => void
  onSeeResult: () => void
}

/** Once pressed it leads to the result and never places the order twice. */
export function PlaceButton(props: PlaceButtonProps) {
  const { checkout, hasReview, reached, loading, blockedBy, onPlace, onSeeResult } = props
  if (checkout !== 'none')
    return (
      <Button
        variant={checkout === 'refused' ? 'filled' : 'default'}
        fullWidth
        onClick={onSeeResult}
        loading={loading}
      >
        {hasReview ? 'See what changed' : STATE_WORDS[checkout]}
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
    >
      {reached ? 'Place order' : 'Place order when back online'}
    </Button>
  )
}

const STATE_WORDS = {
  queued: 'Not placed yet',
  underWay: 'Being placed',
  refused: 'See why it wasn’t placed',
} as const
