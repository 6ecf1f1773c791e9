import type { AddedAllergens, LineTerms, SubstitutionChoice } from './line-terms.ts'
import { moneyText } from './money.ts'
import type { Allergen } from './product.ts'
import { productTitle } from './product.ts'
import type { BrokenAgreement } from './substitution.ts'

/** "adds mustard", "may contain nuts", "allergens not known": what differs from the product it replaces. */
export const addedText = ({ contains, mayContain, unknown }: AddedAllergens): string =>
  [
    ...(contains.length > 0 ? [`adds ${listed(contains)}`] : []),
    ...(mayContain.length > 0 ? [`may contain ${listed(mayContain)}`] : []),
    ...(unknown ? ['allergens not known'] : []),
  ].join(', ')

/** What a person ticks, one box each: the words say what they accept, not that they are sure. */
export const confirmationTexts = ({ contains, mayContain, unknown }: AddedAllergens): string[] => [
  ...contains.map((allergen) => `It contains ${allergen}`),
  ...mayContain.map((allergen) => `It may contain ${allergen}`),
  ...(unknown ? ['Its allergens are not known'] : []),
]

export const SUBSTITUTION_WORDS: Record<'wait' | 'leave_out', { label: string; explained: string }> = {
  wait: {
    label: 'Wait for it',
    explained: 'Send nothing else. What’s missing follows with a later delivery, once it’s back in stock.',
  },
  leave_out: {
    label: 'Leave it out',
    explained: 'Send nothing else. What’s missing is taken off the order and not charged.',
  },
}

/** `If short: take Sunflower Oil 10 l at £14.20`, for orders, mails and exports. */
export const substitutionText = (choice: SubstitutionChoice): string => `If short: ${choiceText(choice)}`

export const choiceText = (choice: SubstitutionChoice): string => {
  if (choice.kind === 'take') {
    const { seen, product_no } = choice
    const price = seen.pricePence === null ? '' : ` at ${moneyText(seen.pricePence)}`
    return `take ${productTitle(seen)} (${product_no})${price}`
  }
  // A kind of a newer server is shown as it came.
  return CHOICES[choice.kind] ?? choice.kind
}

const CHOICES: Record<string, string> = { wait: 'wait for it', leave_out: 'leave it out' }

/** A line's note and agreement, one text each. */
export const termsTexts = ({
  note = '',
  substitution,
}: {
  note?: string | undefined
  substitution?: LineTerms['substitution'] | null | undefined
}): string[] => [
  ...(note === '' ? [] : [`“${note}”`]),
  ...(substitution ? [substitutionText(substitution)] : []),
]

export const brokenText = (broken: BrokenAgreement, name: string): string => BROKEN[broken](name)

const BROKEN: Record<BrokenAgreement, (name: string) => string> = {
  gone: (name) => `${name}, your substitute, is no longer sold. Choose again`,
  dearer: (name) => `${name}, your substitute, costs more now. Choose again`,
  allergens: (name) => `The allergens of ${name}, your substitute, have changed. Look again`,
}

const listed = (allergens: readonly Allergen[]): string => allergens.join(', ')
