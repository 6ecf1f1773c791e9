import type { SubstitutionChoice } from './line-terms.ts'
import { moneyText } from './money.ts'
import type { BrokenAgreement } from './substitution.ts'

/** Tells the picker what was agreed for a short line. @param missing how many have no substitute */
export const allowedText = (
  substitution: SubstitutionChoice | null,
  missing: number,
  replaced: number,
): string => {
  if (substitution?.kind === 'wait') return `${missing} to follow with a later delivery. Send nothing else.`
  if (substitution?.kind === 'leave_out') return `${missing} left out and not charged. Send nothing else.`
  if (substitution?.kind !== 'take') return 'Nothing was agreed. Send what there is.'
  const { name, pricePence } = substitution.seen
  const atMost = pricePence === null ? '' : `, at no more than ${moneyText(pricePence)} each`
  return [
    ...(replaced > 0 ? [`Send ${replaced} of ${name}${atMost}.`] : []),
    ...(missing > 0 ? [`${missing} left out and not charged.`] : []),
  ].join(' ')
}

export const substituteProblemText = (
  problem: { broken: BrokenAgreement } | { available: number },
  name: string,
): string =>
  'broken' in problem
    ? `${BROKEN[problem.broken](name)} Set it to 0, or call the customer.`
    : `Only ${problem.available} of ${name} in stock. Send that many or none.`

const BROKEN: Record<BrokenAgreement, (name: string) => string> = {
  gone: (name) => `${name} is no longer sold.`,
  dearer: (name) => `No price was agreed for ${name}.`,
  allergens: (name) => `The allergens of ${name} have changed and the customer has not confirmed them.`,
}
