import type { Decision } from '#domain/trollies/line-view.ts'
import type { TrollyView } from '#domain/trollies/view.ts'

export const refusedOrder = ({ decisions }: Pick<TrollyView, 'decisions'>): Decision | undefined =>
  decisions.find(({ operation }) => operation.kind === 'checkout')

export const refusedAs = (view: Pick<TrollyView, 'decisions'>, code: string): Decision | undefined => {
  const refused = refusedOrder(view)
  return refused?.refusal.code === code ? refused : undefined
}
