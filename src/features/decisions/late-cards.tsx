import { lateContent } from '#src/ui/surface/late-part.tsx'
import type { DecisionCardProps } from './decision-card.tsx'
import type { HeldCardProps } from './held-card.tsx'

/* Few trollies ask, so the words of the questions come after the page (budget: script to an open trolly). */

const LateDecision = lateContent<DecisionCardProps>(
  async () => (await import('./decision-card.tsx')).DecisionCard,
)
const LateHeld = lateContent<HeldCardProps>(async () => (await import('./held-card.tsx')).HeldCard)

/** The failure is shown; the question stays in the status line. */
const onLost = (): void => {}

export function DecisionCard(props: DecisionCardProps) {
  return <LateDecision {...props} onLost={onLost} />
}

export function HeldCard(props: HeldCardProps) {
  return <LateHeld {...props} onLost={onLost} />
}
