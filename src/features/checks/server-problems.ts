import type { ValidationChecks } from '#contract/baskets.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { type Problem, problemsIn } from './check-trolly.ts'

/**
 * What to put right before the order: what this device finds and, of what the server found when it refused the order,
 * what this device cannot see. The server knows the stock.
 */
export const problemsToShow = (trolly: TrollyView, ahead: readonly Problem[]): Problem[] => {
  const found = new Set(ahead.map(({ check }) => check))
  return [...ahead, ...refusedProblems(trolly).filter(({ check }) => !found.has(check))]
}

const refusedProblems = ({ decisions }: TrollyView): Problem[] => {
  const refused = decisions.find(({ operation }) => operation.kind === 'checkout')?.refusal
  if (refused?.code !== 'checks_failed') return []
  const { validation_checks: results } = refused.reply as Partial<ValidationChecks>
  // Repairs come over the wire as one flat shape; each has the fields of its kind.
  return results ? problemsIn(results as Parameters<typeof problemsIn>[0]) : []
}
