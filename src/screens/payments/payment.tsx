import { useCardKey } from '#src/features/company/company-context.tsx'
import { PayByCard } from '#src/features/payments/pay-by-card.tsx'

export function Screen({ id }: { id: string }) {
  return <PayByCard id={id} cardKey={useCardKey()} />
}
